/**
 * Parts of the JSON Schemas of each command's `--json`; the TypeScript types follow from them. Loaded only by `tagview schema` and by tests; commands import the types alone.
 */

import {
  type Static,
  type TNull,
  type TObject,
  type TProperties,
  type TSchema,
  type TUnion,
  Type,
} from "typebox";
import type { Column, UserData } from "../runtime/engine";

/** The TypeScript type of a shape's values, without the key that `printAnswer` adds. */
export type Described<T extends TSchema> = WithoutBreak<Static<T>>;

type WithoutBreak<V> = V extends { order_break: unknown } ? Omit<V, "order_break"> : V;

export type Shape = TSchema;

/** An object with exactly these keys. */
export const exactly = <P extends TProperties>(
  properties: P,
  options: { title?: string; description?: string } = {},
) => Type.Object(properties, { ...options, additionalProperties: false });

export const nullable = <T extends TSchema>(type: T) => Type.Union([type, Type.Null()]);

/** A key that may be missing. */
export const optional = <T extends TSchema>(type: T) => Type.Optional(type);

export const list = <T extends TSchema>(items: T, description?: string) =>
  Type.Array(items, options(description));

/** No value. */
export const none = Type.Null();

/** A number that is never known. */
export const unknown = Type.Unsafe<number | null>({ type: "null" });

/** A list without anything in it. */
export const emptyList = Type.Array(Type.Never(), { maxItems: 0 });

/** One of these words. */
export const word = <W extends string[]>(...words: [...W]) => Type.Unsafe<W[number]>({ enum: words });

/** The same shape with a description. */
export const described = <T extends TSchema>(shape: T, description: string) =>
  Type.With(shape, { description }) as T;

/** Some keys of an object. */
export const fields = <P extends TProperties, K extends keyof P>({ properties }: TObject<P>, ...keys: K[]) =>
  Object.fromEntries(keys.map((key) => [key, properties[key]])) as Pick<P, K>;

/** All keys of an object but some. */
export const without = <P extends TProperties, K extends keyof P>({ properties }: TObject<P>, ...keys: K[]) =>
  Object.fromEntries(Object.entries(properties).filter(([key]) => !keys.includes(key as K))) as Omit<P, K>;

/** A nullable shape whose value is known, so that its description states no reason for null. */
export const known = <T extends TSchema>({ anyOf: [type] }: TUnion<[T, TNull]>): T => {
  const { description } = type as { description?: string };
  return description === undefined
    ? type
    : described(type, description.replace(/[;.] null [^.;]*\.$/iu, "."));
};

/** One of several shapes. */
export const oneOf = <T extends TSchema[]>(...shapes: [...T]) => Type.Union(shapes);

export const text = (description?: string) => Type.String(options(description));

export const flag = (description?: string) => Type.Boolean(options(description));

export const real = (description?: string) => Type.Number(options(description));

/** A whole number that a double holds exactly. */
export const count = (description?: string) => Type.Integer({ minimum: 0, ...options(description) });

/** A whole number of up to 64 bits. */
export const integer = (description?: string) =>
  Type.Unsafe<bigint>({ type: "integer", ...options(description) });

/** Whole numbers, one per bin. */
export const counts = (description?: string) =>
  Type.Unsafe<Column>({
    type: "array",
    items: { type: "integer", minimum: 0 },
    ...options(description),
  });

/** Numbers, one per bin; null for a bin without a value. */
export const reals = (description?: string) =>
  Type.Unsafe<Column>({
    type: "array",
    items: { anyOf: [{ type: "number" }, { type: "null" }] },
    ...options(description),
  });

/** Measurements without gaps. */
export const values = (description?: string) =>
  Type.Unsafe<Column>(Type.Array(Type.Number(), options(description)));

/** Whole numbers of up to 64 bits. */
export const integers = (description?: string) =>
  Type.Unsafe<Column<bigint>>({
    type: "array",
    items: { type: "integer" },
    ...options(description),
  });

/** The two ends of an interval. */
export const interval = (description?: string) =>
  Type.Unsafe<[number, number]>({
    type: "array",
    items: { type: "number" },
    minItems: 2,
    maxItems: 2,
    ...options(description),
  });

/** Two whole numbers of up to 64 bits. */
export const integerPair = (description?: string) =>
  Type.Unsafe<[bigint, bigint]>({
    type: "array",
    items: { type: "integer" },
    minItems: 2,
    maxItems: 2,
    ...options(description),
  });

/** An object from keys that are not known beforehand, such as channels. */
export const dictionary = <T extends TSchema>(values: T, description?: string) =>
  Type.Record(Type.String(), values, options(description));

/** A dictionary under names that a file chooses, for which TypeScript has a `Map`. */
export const entries = <T extends TSchema>(values: T, description?: string) =>
  Type.Unsafe<ReadonlyMap<string, Static<T>>>(dictionary(values, description));

/** Any JSON of the input, unchanged. */
export const userData = (description?: string) => Type.Unsafe<UserData>({ ...options(description) });

/** A string of the input, which may be any bytes. */
export const bytes = oneOf(text(), exactly({ hex: text("bytes that are not UTF-8, in hexadecimal") }));

/** A remark or an error, and its position. */
export const finding = exactly({
  code: text("short identifier in kebab case"),
  message: text(),
  offset: nullable(integer("byte offset in the input")),
  remedy: text("recommended action"),
});

const { code, message, offset, remedy } = finding.properties;
/** A finding about a part of the input. */
export const partFinding = exactly({
  code,
  severity: word("note", "warning", "error"),
  message,
  offset,
  length: count("length in bytes of the part concerned"),
  remedy,
});

/** An observation in the data, and the option that follows from it. */
export const hint = exactly({
  code: text("stable for scripts"),
  message: text("what the data suggest"),
  option: nullable(
    exactly({
      name: text("name of the option that applies it, without its dashes"),
      channel: nullable(integer("channel of the option; null if it has no channel")),
      ticks: real("value of the option in ticks"),
    }),
  ),
});
export const hints = list(hint);

/** Reason why a number is null, or a caution about it. */
export const remark = exactly({
  about: text("key of the number concerned"),
  code: text("identifier for scripts, in kebab case"),
  message: text(),
});
export const remarks = list(remark);

export const file = text("the input's name; - is standard input");

/** Present if times are in ticks. */
export const tickSeconds = { tick_s: real("length of a tick in seconds") };

/** Present if recordings can be added as independent runs. */
export const summed = { runs: optional(count("number of independent runs; only with --sum")) };

/** Where the times of a scan go back; `printAnswer` adds it. */
export const ordered = {
  order_break: nullable(
    exactly(
      {
        tags: count("selected tags before it, without those where damage probably begins"),
        until: integer("time of the last of these tags in ticks"),
        to: integer("the same time in ticks after the first tag, for --to"),
        next: integer("time of the first tag after the break in ticks; later than until after damage"),
      },
      { description: "where the recording is damaged or starts again; null if times do not go back" },
    ),
  ),
};

/** Facts about the tags of a scan whose times can be those of a software clock. */
export const scanned = {
  ...ordered,
  clock: optional(
    exactly(
      {
        period: real("ticks from one clock tag to the next"),
        clock_tags: count("tags of the clock"),
        extra: count("clock tags too soon after the previous one, which are excluded"),
        gaps: count("intervals longer than 5/4 of a period, whose tags are excluded"),
        missing: count("clock tags missing in the gaps"),
        longest_gap: count("longest gap in ticks; 0 without gaps"),
        before: count("other tags before the first clock tag, which are excluded"),
        in_gaps: count("other tags in gaps, which are excluded"),
        after: count("other tags after the last clock tag, which are excluded"),
      },
      { description: "result of the software clock; only with --clock" },
    ),
  ),
};

export const complete = flag("whether everything was read and sound");

export const error = nullable(finding);

export const delays = dictionary(integer("delay in ticks, subtracted from the channel's times"));

/** What the output of a scan has after its file and the result of its analysis. */
export const scan = { ...tickSeconds, ...scanned, error };

/** The same for an analysis that sorts late tags, whose results can be added. */
export const sortedScan = {
  moved: count("number of tags that were out of order and were sorted"),
  ...tickSeconds,
  ...scanned,
  ...summed,
  error,
};

/** A slice of a recording. */
export const slice = {
  from: integer("start in ticks after the file's first tag"),
  to: integer(
    "end in ticks after the file's first tag, inclusive; for the last slice, the recording's end or --to",
  ),
  from_s: real("from in seconds"),
  to_s: real("to in seconds"),
};

/** The output of `tagview FILE...` for a file of an unsupported format. */
export const unreadable = exactly(
  {
    file,
    format: nullable(text("id of the format, if known")),
    name: nullable(text("name of the format")),
    opens: nullable(text("program that opens the file")),
    complete,
    error,
  },
  { title: "unreadable" },
);
export type Unreadable = Described<typeof unreadable>;

function options(description: string | undefined): { description?: string } {
  return description === undefined ? {} : { description };
}
