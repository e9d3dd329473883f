/** Times on the lines of headers, in the usual formats. All are nanoseconds since 1970, UTC. */

/** RFC 3339; Go's and SQL's forms with a blank or without a zone are also accepted. */
const DATE = /(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d):(\d\d)(?:[.,](\d{1,9})\d*)? ?(Z|z|[+-]\d\d:?\d\d)?/u;

/** Seconds, with or without decimals, or milliseconds, microseconds or nanoseconds, distinguished by their length. */
const NUMBER = /(\d{9,10}(?:\.\d{1,9})?|\d{13}|\d{16}|\d{19})(?=[\s\]"',;:}\\]|$)/u.source;
const UNIX = new RegExp(`^[\\s#["']*${NUMBER}`, "u");

/** The beginning of a field of logfmt or JSON that holds a time. */
const KEY = /(?:^|[\s,{"'[(])(?:ts|t|time|timestamp)\\?["']?\s*[:=]\s*\\?["']?/u.source;

/** A Unix time in such a field: `ts=1764392400`, `"time":1764392400.5`. */
const FIELD = new RegExp(KEY + NUMBER, "iu");

/** A date or a Unix time in such a field. */
const ANY_FIELD = new RegExp(`${KEY}(?:${DATE.source}|${NUMBER})`, "iu");

const SECOND = 1_000_000_000n;

export interface Timestamp {
  ns: bigint;
  /** False if the text has no zone: it is read as UTC. */
  zoned: boolean;
}

/**
 * The time in a string: a date or a field with a Unix time, whichever comes first, or a Unix time at its beginning. Null
 * without a valid one.
 */
export function timestampIn(text: string): Timestamp | null {
  const date = DATE.exec(text);
  const field = FIELD.exec(text);
  if (date && !(field && field.index < date.index)) return fromDate(date);
  const number = (field ?? UNIX.exec(text))?.[1];
  return number === undefined ? null : { ns: fromUnix(number), zoned: true };
}

/** The time in the first field of a string that holds a date or a Unix time. Null without a valid one. */
export function timestampOfField(text: string): Timestamp | null {
  const field = ANY_FIELD.exec(text)?.[0];
  return field === undefined ? null : timestampIn(field);
}

/** Whether a string is only a time, with optional marks around it. */
export function isTimestamp(text: string): boolean {
  const rest = text.replace(DATE.test(text) ? DATE : UNIX, "");
  return rest !== text && /^[\s#[\]"'*-]*$/u.test(rest);
}

function fromDate([, year, month, day, hour, minute, second, fraction = "", zone = ""]: RegExpExecArray) {
  const parts = [year, month, day, hour, minute, second].map(Number);
  const [y = 0, mo = 0, d = 0, h = 0, mi = 0, s = 0] = parts;
  const ms = Date.UTC(y, mo - 1, d, h, mi, s);
  const back = new Date(ms);
  // An invalid day, such as the 31st of April, becomes another one.
  if (h > 23 || mi > 59 || s > 59 || back.getUTCMonth() !== mo - 1 || back.getUTCDate() !== d) return null;
  const [, sign, hours = "0", minutes = "0"] = /([+-])(\d\d):?(\d\d)/u.exec(zone) ?? [];
  const zoneSeconds = (Number(hours) * 60 + Number(minutes)) * (sign === "-" ? -60 : 60);
  const ns = (BigInt(ms) / 1000n - BigInt(zoneSeconds)) * SECOND + BigInt(fraction.padEnd(9, "0"));
  return { ns, zoned: zone !== "" };
}

function fromUnix(number: string): bigint {
  const [whole = "", fraction = ""] = number.split(".");
  const scale = whole.length > 10 ? 10n ** BigInt(19 - whole.length) : SECOND;
  return BigInt(whole) * scale + BigInt(fraction.padEnd(9, "0"));
}

/** `2026-11-23T14:03:02.5Z`, with the necessary decimals. Years beyond four digits are not written. */
export function toRfc3339(ns: bigint): string {
  const fraction = ((ns % SECOND) + SECOND) % SECOND;
  const date = new Date(Number((ns - fraction) / 1_000_000n)).toISOString().slice(0, 19);
  const decimals = String(fraction).padStart(9, "0").replace(/0+$/u, "");
  return `${date}${decimals === "" ? "" : `.${decimals}`}Z`;
}
