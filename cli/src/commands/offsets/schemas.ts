/** The output of `tagview offsets --json`, with each of its options. */

import * as s from "../../output/json-shapes";

const encodingName = s.text("one of the seven encodings");

const remark = {
  code: s.text("short identifier in kebab case"),
  message: s.text("one or more sentences, including the remedy"),
  offset: s.nullable(s.integer("byte offset in the input; null if the whole input is concerned")),
};
const error = s.nullable(s.exactly(remark));

const partition = s.integer("number of the partition");
const compartment = s.integer("number of the compartment");

/** A partition; in a `v2` header with its compartment. */
const placed = s.oneOf(partition, s.exactly({ compartment, partition }));

const decoded = s.exactly(
  {
    header: s.text("decoded value"),
    encoding: encodingName,
    version: s.nullable(s.count("1 or 2; null if the value has no vN=")),
    partitions: s.list(
      s.oneOf(
        s.exactly({ partition, offset: s.integer("-1 stands for an empty partition") }, { title: "v1" }),
        s.exactly(
          { compartment, partition, offsets: s.list(s.nullable(s.integer("one per Kafka cluster"))) },
          { title: "v2" },
        ),
      ),
    ),
    count: s.count("partitions"),
    empty: s.count("partitions whose offset is -1"),
    duplicates: s.list(placed),
    min_offset: s.nullable(s.integer()),
    max_offset: s.nullable(s.integer()),
    total: s.integer("sum of the offsets that are not -1"),
    complete: s.complete,
    error,
    entries: s.count("entries in the text"),
    header_offset: s.nullable(s.integer("byte at which the value begins")),
    duplicate_entries: s.list(
      s.exactly({
        partition,
        offsets: s.integers("offsets in the order of the text"),
        answer: s.nullable(s.integer("result of a look-up")),
      }),
      "the first 1,000 duplicates",
    ),
    not_found: s.integers("partitions in the text that Mimir does not find"),
    findings: s.list(
      s.exactly({
        ...remark,
        severity: s.word("note", "warning", "error"),
        length: s.count("length in bytes of the part concerned"),
      }),
    ),
    recognised: s.nullable(
      s.exactly({
        sureness: s.text("certain, likely, ambiguous or unlikely"),
        candidates: s.list(
          s.exactly({
            encoding: encodingName,
            share: s.real(),
            entries: s.count(),
            reasons: s.list(s.text()),
          }),
        ),
      }),
    ),
    companions: s.exactly({
      level: s.nullable(s.text("value of the consistency header")),
      level_valid: s.nullable(s.flag()),
      max_delay: s.nullable(s.text()),
      max_delay_ns: s.nullable(s.integer()),
      max_delay_honoured: s.nullable(s.flag()),
    }),
  },
  { title: "decoded" },
);

const lookup = s.exactly(
  {
    partition: s.count(),
    compartment: s.count(),
    offset: s.nullable(s.integer("null if there is none, or if there is one per Kafka cluster")),
    offsets: s.nullable(s.list(s.integer("one per Kafka cluster"))),
    sentence: s.nullable(s.text("remark on the answer")),
  },
  { title: "with --lookup" },
);

const encoded = s.exactly(
  {
    encoding: encodingName,
    value: s.text(),
    bytes: s.count("length of the value"),
    complete: s.complete,
    error,
  },
  { title: "with --encode" },
);

const sizes = s.exactly(
  {
    encoding: encodingName,
    count: s.count("partitions"),
    sizes: s.list(
      s.exactly({
        encoding: encodingName,
        bytes: s.nullable(s.count("length in bytes; null if the encoding can't represent the offsets")),
        error: s.nullable(s.exactly({ ...remark, remedy: s.text("recommended action") })),
      }),
    ),
    complete: s.complete,
    error,
  },
  { title: "with --sizes" },
);

const cluster = s.integer("number of the Kafka cluster");
const key = s.oneOf(partition, s.exactly({ compartment, partition, cluster }));
const sides = { left: s.integer(), right: s.integer(), lag: s.integer("right - left") };
const diff = s.exactly(
  {
    partitions: s.list(
      s.oneOf(
        s.exactly({ partition, ...sides }, { title: "v1" }),
        s.exactly({ compartment, partition, cluster, ...sides }, { title: "v2" }),
      ),
    ),
    only_left: s.list(key),
    only_right: s.list(key),
    total_lag: s.integer(),
    max_lag: s.nullable(s.integer()),
    worst: s.nullable(key),
    min_lag: s.nullable(s.integer()),
    median_lag: s.nullable(s.integer("median lag; the smaller of the two middle values")),
    fell_back: s.list(key),
    stood_still: s.list(key),
    later: s.nullable(s.word("left", "right")),
    count: s.count("partitions in both headers"),
    complete: s.complete,
    error,
  },
  { title: "with --diff" },
);

const step = s.nullable(
  s.exactly({
    from: s.count("header, counted from 0"),
    to: s.count("header"),
    moved: s.integer("difference of the two offsets"),
    interval_s: s.nullable(s.real("seconds between the two headers")),
    rate: s.nullable(s.real("offsets per second")),
  }),
);
const moving = {
  state: s.word(
    ...(["fell-back", "missing", "stands-still", "slow", "stood-still", "new", "moves", "empty"] as const),
  ),
  whole: step,
  latest: step,
  fell_back: s.nullable(
    s.exactly({
      times: s.count(),
      from: s.count("largest fall: the last earlier header with this partition"),
      to: s.count(),
      by: s.integer("size of the fall, above 0"),
    }),
  ),
  still_since: s.nullable(s.count("first header of the last run of equal offsets")),
  still_steps: s.count("number of steps with an unchanged offset"),
  lag: s.nullable(s.integer("lag as with --diff, in the last comparable header")),
  lag_s: s.nullable(s.real("lag over the rate before that header")),
  lag_header: s.nullable(s.count("header of lag")),
  offsets: s.list(s.nullable(s.integer("one per header"))),
  moved: s.list(s.nullable(s.integer("one per step; null if one of its two headers lacks the partition"))),
  rates: s.list(s.nullable(s.real("one per step, offsets per second"))),
  lags: s.nullable(s.list(s.nullable(s.integer("one per header")))),
};
const overTime = s.exactly(
  {
    headers: s.list(
      s.exactly({
        place: s.count("line, or entry of a HAR file, counted from 1"),
        time: s.nullable(s.text("RFC 3339")),
        time_ns: s.nullable(s.integer("nanoseconds since 1970")),
        interval_s: s.nullable(s.real("seconds since the previous header")),
        partner: s.nullable(s.count("header of the other text used for the comparison")),
        count: s.count("partitions"),
        complete: s.complete,
        error,
      }),
    ),
    found: s.count("headers in the text, used or not"),
    timed: s.nullable(s.word("headers", "every")),
    verdict: s.list(
      s.exactly({ code: s.text(), grave: s.flag(), message: s.text(), partitions: s.list(key) }),
    ),
    partitions: s.list(
      s.oneOf(
        s.exactly({ partition, ...moving }, { title: "v1" }),
        s.exactly({ compartment, partition, cluster, ...moving }, { title: "v2" }),
      ),
    ),
    remarks: s.remarks,
    complete: s.complete,
    error,
  },
  { title: "with --over-time" },
);

export const schemas = { offsets: s.oneOf(decoded, lookup, encoded, sizes, diff, overTime) };

export type DecodedJson = s.Described<typeof decoded>;
export type LookupJson = s.Described<typeof lookup>;
export type EncodedJson = s.Described<typeof encoded>;
export type SizesJson = s.Described<typeof sizes>;
export type DiffJson = s.Described<typeof diff>;
export type OverTimeJson = s.Described<typeof overTime>;
