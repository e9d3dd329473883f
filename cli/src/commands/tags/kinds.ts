/** Determines the kind of each recording before it is read: its tick applies to times on the command line. */

import { shellLine } from "../../output/shell";
import {
  DEFAULT_TICK,
  engine,
  parseTick,
  peek,
  type RecordingKind,
  type SourceDescription,
  TagviewError,
} from "../../runtime/engine";
import { type Input, inputsOf } from "../../runtime/inputs";
import { inReadingOrder } from "../../runtime/reading-order";
import { isGzip, packedPipe, unpacked } from "../../runtime/unpacked";
import type { TagOptions } from "./options";
import type { Sorting } from "./order-break";
import { isNamed, type ReadingOptions, readingOf } from "./reading";
import { type KnownKind, printNotes, unusedUnits } from "./remarks";

/** An input with the way to read it. */
export interface KnownInput extends Input {
  kind: RecordingKind;
  /** Whether reading it has failed. */
  isUnknown?: true;
}

/** The kind of each input, by its name. */
export type Kinds = ReadonlyMap<string, KnownKind>;

export function kindsOf(inputs: readonly KnownInput[], { tick }: TagOptions): Kinds {
  const isTickGiven = tick !== undefined;
  return new Map(inputs.map(({ name, kind }) => [name, { ...kind, isTickGiven }]));
}

/** Determines the kind of an input, and notes options about units that it has no use for. Its reader reports errors. */
export async function identify(
  input: Input,
  options: ReadingOptions,
  /** Whether it will be written. */
  writes = false,
): Promise<KnownInput> {
  const known = await identifyKind(input, options, writes);
  if (!options.quiet && !known.isUnknown) printNotes(input.name, unusedUnits(known.kind, options));
  return known;
}

/** The input from which all facts of `kind` can be read in order: a Parquet file states them at its end. */
export function orderedOf(input: Input, { readAs }: RecordingKind): Input {
  return readAs?.import === "parquet" ? inReadingOrder(input) : input;
}

async function identifyKind(input: Input, options: ReadingOptions, writes: boolean): Promise<KnownInput> {
  const known = await identifyInside(await unpacked(input, isNamed(options)), input, options, writes);
  const ordered = orderedOf(input, known.kind);
  return ordered === input ? known : identifyInside(ordered, ordered, options, writes);
}

/** Determines the kind of an input that may be the content of `packed`. */
async function identifyInside(
  input: Input,
  packed: Input,
  options: ReadingOptions,
  writes: boolean,
): Promise<KnownInput> {
  const given = readingOf(options, packed.source);
  let { source } = input;
  let isPackedPipe = false;
  try {
    let head: Uint8Array | undefined;
    if (input.size === null && source.kind !== "url") ({ head, source } = await peek(source, input.name));
    isPackedPipe = input === packed && head !== undefined && isGzip(head);
    if (isPackedPipe) throw packedPipe();
    const kind = await engine.tags.kind(source, { ...given, head, writes });
    return { ...input, source: { ...source, readAs: kind.readAs }, kind };
  } catch (thrown) {
    if (!(thrown instanceof TagviewError) || thrown.code === "cancelled" || thrown.code === "usage")
      throw thrown;
    // A stream is read once, so its error is given to its reader.
    const failed = input === packed && !isPackedPipe ? source : failing(thrown, input.name);
    const kind = { readAs: null, name: null, tick: null, facts: {} };
    return { ...input, source: failed, kind, isUnknown: true };
  }
}

function failing(error: TagviewError, name: string): SourceDescription {
  return {
    kind: "stream",
    name,
    byteLength: null,
    stream: new ReadableStream({ start: (stream) => stream.error(error) }),
  };
}

/** Inputs with one tick, which their times on the command line are in. */
interface Alike {
  inputs: KnownInput[];
  /** With its unit: that of `--tick`, else that of the files, else the default. */
  tick: string;
}

const tickOf = ({ kind }: KnownInput, { tick }: TagOptions): string => tick ?? kind.tick ?? DEFAULT_TICK;

/** How inputs of one `tick` are sorted: with the options that they are read with, and the tick if one states it. */
export function sortingOf(options: TagOptions, tick: string | undefined, kinds: Kinds): Sorting {
  const all = [...kinds.values()];
  const isGiven = kinds.size === 0 || all.some((kind) => kind.isTickGiven);
  const isStated = isGiven || all.some((kind) => kind.tick !== null);
  return { reading: { ...options, tick: isGiven ? tick : undefined }, tick: isStated ? tick : undefined };
}

/** The inputs in their order, successive ones of one tick together; a pipe is recognised after those before it. */
export async function* alikeInputs(inputs: readonly Input[], options: TagOptions): AsyncGenerator<Alike> {
  let alike: Alike | undefined;
  for (const input of inputs) {
    if (input.size === null && alike !== undefined) {
      yield alike;
      alike = undefined;
    }
    const known = await identify(input, options);
    const tick = tickOf(known, options);
    if (alike !== undefined && alike.tick !== tick) {
      yield alike;
      alike = undefined;
    }
    alike ??= { inputs: [], tick };
    alike.inputs.push(known);
  }
  if (alike !== undefined) yield alike;
}

/**
 * The inputs of FILE..., all with one tick.
 * @throws TagviewError `usage` if their ticks differ.
 */
export function knownInputs(files: string[], options: TagOptions, writes = false): Promise<Alike> {
  return oneTickOf(inputsOf(files), options, writes);
}

/** As {@link knownInputs}. */
export async function oneTickOf(
  given: readonly Input[],
  options: TagOptions,
  writes = false,
): Promise<Alike> {
  const inputs: KnownInput[] = [];
  for (const input of given) inputs.push(await identify(input, options, writes));
  const ticks = [...new Set(inputs.map((input) => tickOf(input, options)))];
  const [tick = DEFAULT_TICK, other] = ticks;
  if (other === undefined) return { inputs, tick };
  throw new TagviewError(
    "usage",
    `a tick of one recording is ${tick}, and of another ${other}`,
    oneTick(inputs, options),
  );
}

/**
 * Advice on how to give recordings one tick: `--tick` converts text files with a unit; other recordings have to be
 * rewritten.
 */
function oneTick(inputs: readonly KnownInput[], options: TagOptions): string {
  const isText = ({ kind }: KnownInput) => kind.readAs?.import === "columns" && kind.tick !== null;
  const others = inputs.filter((input) => !isText(input));
  const fixed = others.find(({ kind }) => kind.tick !== null) ?? others[0];
  if (fixed === undefined) {
    const ticks = inputs.map((input) => parseTick(tickOf(input, options)).seconds);
    const shortest = inputs[ticks.indexOf(Math.min(...ticks))] as KnownInput;
    return `give one tick for both, as in --tick ${tickOf(shortest, options)}, and their times are converted to it`;
  }
  const tick = tickOf(fixed, options);
  const other = others.find((input) => tickOf(input, options) !== tick);
  if (other === undefined) return `add --tick ${tick}: the times of text files are converted to it`;
  const anew = (unit: string) =>
    `write one again: tagview cat ${shellLine([other.name])} | tagview convert - --unit ${unit} --tick ${tick} -o NEW`;
  if (other.kind.tick !== null)
    return `--tick only converts text files with a unit; ${anew(other.kind.tick)}`;
  return `the tick length of ${other.name} is unknown; if it is ${tick}, add --tick ${tick}, otherwise ${anew("TICK")}`;
}

/** Facts stated in a recording made from others, taken from its sources; undefined without such facts. */
export function aboutOf(
  inputs: readonly KnownInput[],
  tick: string,
  /** Whether --tick states the length of a tick: then the recording states it too. */
  isGiven: boolean,
): Record<string, string> | undefined {
  if (!isGiven && inputs.every(({ kind }) => kind.tick === null)) return undefined;
  const about: Record<string, string> = { tick };
  for (const { kind } of inputs) {
    const { device, source, format } = kind.facts;
    const name = kind.readAs?.import ?? (typeof format === "string" ? format : undefined);
    if (name !== undefined) about.format ??= name;
    for (const [key, value] of Object.entries({ device, source }))
      if (typeof value === "string") about[key] ??= value.replace(/[\t\r\n]+/g, " ").slice(0, 500);
  }
  return about;
}
