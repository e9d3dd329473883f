/** Detects damage in a recording with readable bytes: its times are out of order. */

import { count } from "@tagview/charts";
import type { Summary } from "@tagview/engine";
import type { Range } from "../model/view";
import type { Query, Topic } from "./live-queries";
import { time } from "./time";

/** A channel with fewer tags than this, among others with many, is one that damaged bytes have made. */
const FEW_TAGS = 10;
/** Fewer such channels may be a detector's. */
const SEVERAL = 3;

/** The part of a recording that is probably sound: its tags up to the first one out of order. */
export interface SoundPart {
  /** Ticks after the first tag. */
  range: Range;
  /** The share of all tags, from 0 to 1. */
  share: number;
}

/** Null if all tags are in order, so that no damage is known. */
export function soundPart(summary: Summary | null): SoundPart | null {
  if (!summary || summary.first === null || summary.sound_until === null || summary.sound_tags === null)
    return null;
  const to = summary.sound_until - summary.first;
  return to < 0n ? null : { range: { from: 0n, to }, share: summary.sound_tags / summary.tags };
}

/** Recording time of a summary's tags in ticks, for rates; null if neither the recording nor a chosen range has one. */
export function exposure(summary: Summary | null, range: Range | null): bigint | null {
  return summary?.span ?? (range && range.to - range.from);
}

/**
 * The channels caused by damaged bytes, while only the sound part is displayed: they have a few tags each, and none in
 * that part. Empty otherwise, because every channel with displayed tags is listed.
 */
export function channelsOfDamage(
  whole: Summary | null,
  inRange: Summary | null,
  range: Range | null,
): ReadonlySet<bigint> {
  const sound = soundPart(whole);
  if (!whole || !inRange || !sound || !range || range.to > sound.range.to) return NONE;
  const recorded = new Set(inRange.channels.map(({ channel }) => channel));
  const made = whole.channels.filter(({ channel, tags }) => tags < FEW_TAGS && !recorded.has(channel));
  return made.length === 0 ? NONE : new Set(made.map(({ channel }) => channel));
}

const NONE: ReadonlySet<bigint> = new Set();

/** Topics that relate tags of several channels, whose results end at the first tag out of order. */
const RELATED: readonly Topic[] = [
  "pairs",
  "range pairs",
  "correlation",
  "delay",
  "coincidences",
  "lifetime",
];

/** Whether a result covers only the sound part, because the recording is damaged and no range is chosen. */
export function isOfSoundPart(topic: Topic): boolean {
  return RELATED.includes(topic);
}

/** The same queries; those whose results end at the damage get the range before it, whose length is known. */
export function inSoundPart(queries: readonly Query[], { range }: SoundPart): Query[] {
  return queries.map(({ topic, request }) =>
    isOfSoundPart(topic) && !request.selection
      ? { topic, request: { ...request, selection: range } }
      : { topic, request },
  );
}

/** Percent that are not rounded up to all. */
export function firstPart({ share }: SoundPart): string {
  return `first ${Math.floor(100 * share)} %`;
}

/** `probably damaged from 1.04 s on` */
export function damageBegins({ range }: SoundPart): string {
  return `probably damaged from ${time(range.to)} on`;
}

/** The signs of damage: `143 channels with a few tags each, 348 tags out of order`. */
export function signsOfDamage({ channels, out_of_order }: Summary): string {
  const few = channels.filter(({ tags }) => tags < FEW_TAGS).length;
  const signs = [
    few >= SEVERAL && few < channels.length ? `${count(few)} channels with a few tags each` : null,
    out_of_order === 1 ? "a tag out of order" : `${count(out_of_order)} tags out of order`,
  ];
  return signs.filter(Boolean).join(", ");
}
