/** Typical offset headers of Grafana Mimir. */

/** A sound offset header of each version. */
export const V1 = "v1=0:5,1:-1,3:9007199254740993";
export const V2 = "v2=0/7:1,3/7:5;6";
/** Sound and damaged offset headers, alone and among a request's other headers. */
export const HEADERS = [
  ...[
    V1,
    `${V1},0:6`,
    "0:5,1:7,01:3",
    "v1=",
    "nonsense",
    "AAAA",
    "x-read-consistency-offsets: v1=0:5,x:y",
    "",
  ],
  ...[V2, "v2=0/7:1,0/7:2", "v2=0/7:1;x,3/7:;6"],
  "x-read-consistency: weak\nx-read-consistency-offsets: v1=0:5\nx-read-consistency-max-delay: 5s",
  "x-read-consistency: eventual\nx-read-consistency-offsets: v1=0:5\nx-read-consistency-max-delay: soon",
  "x-read-consistency: strong\nx-read-consistency-offsets: v1=0:5",
  "x-read-consistency: strong",
];

/** Headers, one per line: partitions that fall back, stand still, appear and disappear, and a truncated header. */
export const SERIES = [
  "2026-11-23T14:00:00Z v1=0:5,1:-1,3:9007199254740993,4:5",
  "2026-11-23T14:00:15Z v1=0:7,1:-1,3:9007199254740993,4:2,5:1",
  "2026-11-23T14:00:30Z v1=0:9,1:-1,4:3,5:1",
  "2026-11-23T14:00:45Z v1=0:9,1:",
].join("\n");
export const SERIES_V2 = [
  "2026-11-23T14:00:00Z v2=0/7:1,3/7:5;6",
  "2026-11-23T14:00:15Z v2=0/7:4,3/7:5;2",
  "2026-11-23T14:00:30Z v2=0/7:8,3/7:5;3,4/1:1",
].join("\n");
