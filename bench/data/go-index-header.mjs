/**
 * What Mimir's and Thanos' own readers take for 5,000 values a name, by number of names, on a two-core virtual
 * machine: the least of several runs. Milliseconds and megabytes; look-ups in microseconds.
 */
export const MIMIR = {
  20: { sparse: 1.92, scan: 8.1, write: 15.2, mb: 1.6 },
  100: { sparse: 6.7, scan: 36.4, write: 57, mb: 3.4 },
  200: { sparse: 12, scan: 83, write: 109, mb: 5.7 },
};
export const THANOS = {
  20: { open: 4.5, mb: 0.3 },
  100: { open: 20.6, mb: 1.5 },
  200: { open: 42, mb: 2.9 },
};
export const LOOK_UP = { mimir: [5, 11], thanos: 0.7 };
export const SYMBOL = { mimir: [2.7, 8.6], thanos: 0.16 };
