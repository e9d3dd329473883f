/** What shows that a recording is damaged where its bytes could be read: the order of its times breaks. */

import { count } from "@tagview/charts";
import type { Summary } from "@tagview/engine";
import type { Range } from "../model/view";
import type { Query, Topic } from "./live-queries";
import { lengthOf } from "./reading";
import { time } from "./time";

/** A channel with fewer tags than this, among others with many, is one that damaged bytes have made. */
const FEW_TAGS = 10;
/** Fewer such channels may be a detector's. */
const SEVERAL = 3;

/** What of a recording is probably sound: its tags up to where the order of time first breaks. */
export interface SoundPart {
  /** Ticks after the first tag. */
  range: Range;
  /** The share of all tags, from 0 to 1. */
  share: number;
}

/** Null where the order does not break, so that nothing is known to be damaged. */
export function soundPart(summary: Summary | null): SoundPart | null {
  if (!summary || summary.first === null || summary.sound_until === null || summary.sound_tags === null)
    return null;
  const to = summary.sound_until - summary.first;
  return to < 0n ? null : { range: { from: 0n, to }, share: summary.sound_tags / summary.tags };
}

/**
 * Ticks in which the tags of a summary were recorded, from which rates follow; null where that is not known. Where the
 * order breaks, the last tag in the file need not be the latest, and only a chosen range gives the span.
 */
export function exposure(summary: Summary | null, range: Range | null): bigint | null {
  if (summary === null || summary.sound_until === null) return lengthOf(summary);
  return range && range.to - range.from;
}

/**
 * The channels that damaged bytes have made, where nothing but the sound part is looked at: a few tags each, and none in
 * that part. Empty elsewhere: of tags that are looked at, their channel is named.
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

/** Questions about tags of several channels, whose answers end where order breaks. */
const RELATED: readonly Topic[] = ["pairs", "correlation", "delay", "coincidences", "lifetime"];

/** Whether an answer is of the sound part alone, where there is one and no range is chosen. */
export function isOfSoundPart(topic: Topic): boolean {
  return RELATED.includes(topic);
}

/** The same queries; those whose answers end at the damage cover the time before it, whose span is known. */
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

/** What shows it: `143 channels with a few tags each, 348 tags out of order`. */
export function signsOfDamage({ channels, out_of_order }: Summary): string {
  const few = channels.filter(({ tags }) => tags < FEW_TAGS).length;
  const signs = [
    few >= SEVERAL && few < channels.length ? `${count(few)} channels with a few tags each` : null,
    out_of_order === 1 ? "a tag out of order" : `${count(out_of_order)} tags out of order`,
  ];
  return signs.filter(Boolean).join(", ");
}
