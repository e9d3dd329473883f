/** The request for an image, from the header of a recording and the options of the command. */

import { InvalidArgumentError, Option } from "commander";
import {
  engine,
  headerImage,
  type ImageMeta,
  type ImageRegion,
  type ImageRequest,
  parseRealTime,
  TagviewError,
  type Tick,
} from "../../runtime/engine";
import { naming } from "../../runtime/options";
import type { KnownInput } from "./kinds";

/** How a sample was scanned, as typed. */
export interface ScanOptions {
  size?: readonly [width: number, height: number];
  /** Numbers of the markers that begin a line, end it, and divide frames; null for one that there is not. */
  markers?: readonly [start: number, stop: number | null, frame: number | null];
  bidirectional?: "yes" | "no";
  /** Share of the amplitude of a sinusoidal mirror in percent; 0 for a constant speed. */
  sine?: number;
  period?: string;
  region?: ImageRegion;
  minCounts?: number;
}

const HEADER = "(default: that of the header)";

/** The options of a scan. */
export const SCAN_OPTIONS: readonly Option[] = [
  new Option("--size <wxh>", `pixels of a line and lines of a frame, as in 256x256 ${HEADER}`).argParser(
    sizeOf,
  ),
  new Option(
    "--markers <start,stop,frame>",
    `numbers of the markers of lines and frames, as in 1,2,3; - for none ${HEADER}`,
  ).argParser(markersOf),
  new Option("--bidirectional <yes|no>", `whether every second line runs backwards ${HEADER}`).choices([
    "yes",
    "no",
  ]),
  new Option(
    "--sine <percent>",
    `share of the amplitude of a sinusoidal mirror that a line covers; 0 for a constant speed ${HEADER}`,
  ).argParser(percentOf),
  new Option("--period <time>", `the sync period ${HEADER}`),
  new Option("--region <x,y>", "pixels of the decay, as in 10..20,5..9 (default: all)").argParser(regionOf),
];

function sizeOf(text: string): [number, number] {
  const [, width, height] = /^(\d{1,5})x(\d{1,5})$/i.exec(text) ?? [];
  if (width === undefined || height === undefined)
    throw new InvalidArgumentError("Write width x height, as in 256x256.");
  return [Number(width), Number(height)];
}

function markersOf(text: string): [number, number | null, number | null] {
  const [, start, stop, frame] = /^([1-4]),([1-4]|-),([1-4]|-)$/.exec(text) ?? [];
  if (start === undefined)
    throw new InvalidArgumentError("Write three numbers from 1 to 4, as in 1,2,3 or 1,2,-.");
  const number = (marker = "-") => (marker === "-" ? null : Number(marker));
  return [Number(start), number(stop), number(frame)];
}

function percentOf(text: string): number {
  const value = text.trim() === "" ? Number.NaN : Number(text);
  if (!(value >= 0 && value <= 100)) throw new InvalidArgumentError("Write a number from 0 to 100.");
  return value;
}

function regionOf(text: string): ImageRegion {
  const found = /^(\d{1,5})\.\.(\d{1,5}),(\d{1,5})\.\.(\d{1,5})$/.exec(text.replaceAll(" ", ""));
  if (found === null) throw new InvalidArgumentError("Write columns and lines, as in 10..20,5..9.");
  const [x_from = 0n, x_to = 0n, y_from = 0n, y_to = 0n] = found.slice(1).map(BigInt);
  return { x_from, x_to, y_from, y_to };
}

/**
 * The request for an image of a recording.
 * @throws TagviewError `usage` where neither the header nor the options state a scan, and why the recording can't be opened.
 */
export async function imageRequest(
  { kind, source }: KnownInput,
  options: ScanOptions,
  channels: bigint[] | undefined,
  tick: Tick,
): Promise<ImageRequest> {
  const period =
    options.period === undefined
      ? undefined
      : naming("--period", () => parseRealTime(options.period ?? "", tick));
  const request = headerImage(kind, statedBy(options), period);
  if (request === null) {
    // A recording that can't be opened has no header either.
    await engine.tags.kind(source, {});
    const isSized = options.size !== undefined || kind.meta?.image != null;
    throw new TagviewError(
      "usage",
      `the recording does not state ${isSized ? "the marker that begins a line" : "the size of an image"}`,
      "give --size and --markers, as in --size 256x256 --markers 1,2,3",
    );
  }
  return {
    ...request,
    ...(channels && { channels }),
    ...(options.region && { region: options.region }),
    ...(options.minCounts !== undefined && { min_counts: BigInt(options.minCounts) }),
  };
}

function statedBy({ size, markers, bidirectional, sine }: ScanOptions): Partial<ImageMeta> {
  return {
    ...(size && { width: size[0], height: size[1] }),
    ...(markers && { line_start: markers[0], line_stop: markers[1], frame: markers[2] }),
    ...(bidirectional && { bidirectional: bidirectional === "yes" }),
    ...(sine !== undefined && { sin_correction: sine }),
  };
}
