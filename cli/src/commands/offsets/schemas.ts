/** The output of `tagview offsets --json`, with each of its options. */

import * as s from "../../output/json-shapes";
import * as core from "../../output/shapes/offsets.generated";

const { encoding, error } = core.OffsetsHeader.properties;
const complete = s.complete;
const partition = s.integer("number of the partition");
const compartment = s.integer("number of the compartment");

const decoded = s.exactly(
  {
    ...s.without(core.OffsetsHeader, "columns"),
    partitions: s.list(
      s.oneOf(
        s.exactly({ partition, offset: s.integer("-1 stands for an empty partition") }, { title: "v1" }),
        s.exactly(
          { compartment, partition, offsets: s.list(s.nullable(s.integer("one per Kafka cluster"))) },
          { title: "v2" },
        ),
      ),
    ),
    findings: s.list(
      s.exactly({ ...core.HeaderRemark.properties, ...s.fields(s.partFinding, "severity", "length") }),
    ),
  },
  { title: "decoded" },
);

const lookup = s.exactly(
  {
    partition: s.count(),
    compartment: s.count(),
    offset: s.nullable(s.integer("null if there is none, or if there is one per Kafka cluster")),
    offsets: s.nullable(s.list(s.integer("one per Kafka cluster"))),
    sentence: core.OffsetsAnswer.properties.sentence,
  },
  { title: "with --lookup" },
);

const encoded = s.exactly(
  {
    encoding,
    value: s.text(),
    bytes: s.count("length of the value"),
    complete,
    error,
  },
  { title: "with --encode" },
);

const sizes = s.exactly(
  {
    encoding,
    count: s.count("partitions"),
    sizes: s.list(core.OffsetsSize),
    complete,
    error,
  },
  { title: "with --sizes" },
);

const cluster = s.integer("number of the Kafka cluster");
const key = core.PartitionKey;
const lag = s.fields(core.PartitionLag, "left", "right", "lag");
const diff = s.exactly(
  {
    ...s.without(core.OffsetsDiff, "columns"),
    partitions: s.list(
      s.oneOf(
        s.exactly({ partition, ...lag }, { title: "v1" }),
        s.exactly({ compartment, partition, cluster, ...lag }, { title: "v2" }),
      ),
    ),
    complete,
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
        complete,
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
    complete,
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
