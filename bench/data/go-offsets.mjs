/**
 * Go's times for 1,000 partitions with offsets 2^63 - 1 - i, in ns per operation. Both are of the
 * designers' own benchmark.
 */

const ENCODINGS = [
  "text",
  "pairs-varint",
  "pairs-varint-snappy",
  "offsets-varint-snappy",
  "pairs-fixed",
  "pairs-fixed-snappy",
  "offsets-fixed-snappy",
];

const by = (columns) =>
  Object.fromEntries(
    ENCODINGS.map((name, index) => [
      name,
      Object.fromEntries(Object.entries(columns).map(([operation, times]) => [operation, times[index]])),
    ]),
  );

/** Measured on a noisy two-core virtual machine, the least of several runs. */
export const GO_HERE = by({
  encode: [75209, 54888, 40987, 33188, 27827, 41410, 32308],
  decode: [71483, 87453, 107527, 91605, 72007, 70525, 72573],
  lookup: [4276, 20753, 20746, 21152, 11783, 17086, 13342],
});

/** As published, on another machine; decoding of text was not. */
export const GO_PUBLISHED = by({
  encode: [33543, 31210, 37613, 37453, 16403, 25639, 22443],
  decode: [null, 64179, 58544, 46693, 56468, 54670, 40447],
  lookup: [4200, 23399, 18063, 13120, 18974, 17451, 9615],
});
