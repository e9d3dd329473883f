/** The output of `tagview offsets --json`, with each of its options. */

import {
  complete,
  count,
  type Described,
  exactly,
  flag,
  integer,
  integers,
  list,
  nullable,
  oneOf,
  real,
  remarks,
  text,
  word,
} from "../../output/json-shapes";

const encodingName = text("one of the seven encodings");

const remark = {
  code: text("short identifier in kebab case"),
  message: text("one or more sentences, including the remedy"),
  offset: nullable(integer("byte offset in the input; null if the whole input is concerned")),
};
const error = nullable(exactly(remark));

const partition = integer("number of the partition");
const compartment = integer("number of the compartment");

/** A partition; in a `v2` header with its compartment. */
const placed = oneOf(partition, exactly({ compartment, partition }));

const decoded = exactly(
  {
    header: text("decoded value"),
    encoding: encodingName,
    version: nullable(count("1 or 2; null if the value has no vN=")),
    partitions: list(
      oneOf(
        exactly({ partition, offset: integer("-1 stands for an empty partition") }, { title: "v1" }),
        exactly(
          { compartment, partition, offsets: list(nullable(integer("one per Kafka cluster"))) },
          { title: "v2" },
        ),
      ),
    ),
    count: count("partitions"),
    empty: count("partitions whose offset is -1"),
    duplicates: list(placed),
    min_offset: nullable(integer()),
    max_offset: nullable(integer()),
    total: integer("sum of the offsets that are not -1"),
    complete,
    error,
    entries: count("entries in the text"),
    header_offset: nullable(integer("byte at which the value begins")),
    duplicate_entries: list(
      exactly({
        partition,
        offsets: integers("offsets in the order of the text"),
        answer: nullable(integer("result of a look-up")),
      }),
      "the first 1,000 duplicates",
    ),
    not_found: integers("partitions in the text that Mimir does not find"),
    findings: list(
      exactly({
        ...remark,
        severity: word("note", "warning", "error"),
        length: count("length in bytes of the part concerned"),
      }),
    ),
    recognised: nullable(
      exactly({
        sureness: text("certain, likely, ambiguous or unlikely"),
        candidates: list(
          exactly({ encoding: encodingName, share: real(), entries: count(), reasons: list(text()) }),
        ),
      }),
    ),
    companions: exactly({
      level: nullable(text("value of the consistency header")),
      level_valid: nullable(flag()),
      max_delay: nullable(text()),
      max_delay_ns: nullable(integer()),
      max_delay_honoured: nullable(flag()),
    }),
  },
  { title: "decoded" },
);

const lookup = exactly(
  {
    partition: count(),
    compartment: count(),
    offset: nullable(integer("null if there is none, or if there is one per Kafka cluster")),
    offsets: nullable(list(integer("one per Kafka cluster"))),
    sentence: nullable(text("remark on the answer")),
  },
  { title: "with --lookup" },
);

const encoded = exactly(
  { encoding: encodingName, value: text(), bytes: count("length of the value"), complete, error },
  { title: "with --encode" },
);

const sizes = exactly(
  {
    encoding: encodingName,
    count: count("partitions"),
    sizes: list(
      exactly({
        encoding: encodingName,
        bytes: nullable(count("length in bytes; null if the encoding can't represent the offsets")),
        error: nullable(exactly({ ...remark, remedy: text("recommended action") })),
      }),
    ),
    complete,
    error,
  },
  { title: "with --sizes" },
);

const cluster = integer("number of the Kafka cluster");
const key = oneOf(partition, exactly({ compartment, partition, cluster }));
const sides = { left: integer(), right: integer(), lag: integer("right - left") };
const diff = exactly(
  {
    partitions: list(
      oneOf(
        exactly({ partition, ...sides }, { title: "v1" }),
        exactly({ compartment, partition, cluster, ...sides }, { title: "v2" }),
      ),
    ),
    only_left: list(key),
    only_right: list(key),
    total_lag: integer(),
    max_lag: nullable(integer()),
    worst: nullable(key),
    min_lag: nullable(integer()),
    median_lag: nullable(integer("median lag; the smaller of the two middle values")),
    fell_back: list(key),
    stood_still: list(key),
    later: nullable(word("left", "right")),
    count: count("partitions in both headers"),
    complete,
    error,
  },
  { title: "with --diff" },
);

const step = nullable(
  exactly({
    from: count("header, counted from 0"),
    to: count("header"),
    moved: integer("difference of the two offsets"),
    interval_s: nullable(real("seconds between the two headers")),
    rate: nullable(real("offsets per second")),
  }),
);
const moving = {
  state: word(
    ...(["fell-back", "missing", "stands-still", "slow", "stood-still", "new", "moves", "empty"] as const),
  ),
  whole: step,
  latest: step,
  fell_back: nullable(
    exactly({
      times: count(),
      from: count("largest fall: the last earlier header with this partition"),
      to: count(),
      by: integer("size of the fall, above 0"),
    }),
  ),
  still_since: nullable(count("first header of the last run of equal offsets")),
  still_steps: count("number of steps with an unchanged offset"),
  lag: nullable(integer("lag as with --diff, in the last comparable header")),
  lag_s: nullable(real("lag over the rate before that header")),
  lag_header: nullable(count("header of lag")),
  offsets: list(nullable(integer("one per header"))),
  moved: list(nullable(integer("one per step; null if one of its two headers lacks the partition"))),
  rates: list(nullable(real("one per step, offsets per second"))),
  lags: nullable(list(nullable(integer("one per header")))),
};
const overTime = exactly(
  {
    headers: list(
      exactly({
        place: count("line, or entry of a HAR file, counted from 1"),
        time: nullable(text("RFC 3339")),
        time_ns: nullable(integer("nanoseconds since 1970")),
        interval_s: nullable(real("seconds since the previous header")),
        partner: nullable(count("header of the other text used for the comparison")),
        count: count("partitions"),
        complete,
        error,
      }),
    ),
    found: count("headers in the text, used or not"),
    timed: nullable(word("headers", "every")),
    verdict: list(exactly({ code: text(), grave: flag(), message: text(), partitions: list(key) })),
    partitions: list(
      oneOf(
        exactly({ partition, ...moving }, { title: "v1" }),
        exactly({ compartment, partition, cluster, ...moving }, { title: "v2" }),
      ),
    ),
    remarks,
    complete,
    error,
  },
  { title: "with --over-time" },
);

export const schemas = { offsets: oneOf(decoded, lookup, encoded, sizes, diff, overTime) };

export type DecodedJson = Described<typeof decoded>;
export type LookupJson = Described<typeof lookup>;
export type EncodedJson = Described<typeof encoded>;
export type SizesJson = Described<typeof sizes>;
export type DiffJson = Described<typeof diff>;
export type OverTimeJson = Described<typeof overTime>;
