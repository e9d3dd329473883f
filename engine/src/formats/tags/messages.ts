/** Messages of results as text. */

/**
 * A time in ticks: `80 ticks`, `1 tick`, `12.5 +- 0.3 ticks`, `the time 80`, and of `the range 0..80 in bins of 4` each of
 * the three; not the exponent of `2^40 ticks`.
 */
const TIME =
  /(?<![\d.^])(-?\d+(?:\.\d+)?)(?: \+- (\d+(?:\.\d+)?))? ticks?\b|(?<=\bthe time |\bin bins of |\bends, at |\bthe range (?:-?\d+\.\.)?)(-?\d+)(?!\d|\.\d)/gu;

/** Returns a message of a hint, remark or error, with each of its times in ticks written by `write`. */
export function timesInMessage(
  message: string,
  write: (ticks: number, error: number | null) => string,
): string {
  return message.replace(TIME, (_, ticks?: string, error?: string, bare?: string) =>
    write(Number(ticks ?? bare), error === undefined ? null : Number(error)),
  );
}
