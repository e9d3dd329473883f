/**
 * Words that this project used to have for things which have a name in their field, or in plain English. None of them
 * names anything any more: no file, type, function, variable, field or parameter.
 */

/** The current words, each followed by the words that they replaced. */
export const REPLACED: [current: string, ...old: string[]][] = [
  ["query, query cache, query context, session resources", "inquest", "inquiry", "asked", "asker", "askers"],
  ["result merger", "account"],
  ["tag fan-out", "relay", "relays", "relayed"],
  ["background analyses", "standing"],
  ["announced, claimed", "told"],
  ["buffer pool, buffered sender, pump", "rooms", "outbox"],
  ["target size, first preview", "aim", "glimpse"],
  ["ordered concurrency, asset path, preflight", "ahead", "beside", "early"],
  ["scope label, warm-up", "rehearse", "rehearsal"],
  ["tag block, channel times, largest delay", "train", "trains"],
  ["reordered, prefix minima, prefix maxima", "sinking", "rising"],
  ["not a recording, not streamable, empty elements", "foreign", "strange", "voids"],
  ["workload", "repeat"],
];

/** Files that may have been called by a word of the list, without their ending. */
export const REPLACED_FILES = [
  ...["delays", "sweep", "all_pairs", "relayed", "kept", "foreign", "fallback", "piece", "ordered", "params"],
  ...[
    "inquest",
    "inquiry",
    "questions",
    "account",
    "relay",
    "rooms",
    "outbox",
    "feed",
    "cut",
    "ask",
    "asking",
  ],
  ...["ahead", "beside", "early", "rehearse", "marks"],
];

/** Code without its comments and texts. */
export function identifiers(text: string): string[] {
  const code = text
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/\/\/.*$/gm, "")
    .replace(/"(?:[^"\\\n]|\\.)*"/g, "")
    .replace(/`(?:[^`\\]|\\.)*`/g, (template) => (template.match(/\$\{[^}]*\}/g) ?? []).join(" "))
    // Text and bytes are repeated by a method of every language.
    .replace(/\.repeat\(/g, "");
  return code.match(/[A-Za-z_]\w*/g) ?? [];
}

/** `readAhead` and `read_ahead` as `read`, `ahead`; look-ahead is one word. */
export function wordsOf(identifier: string): string[] {
  return identifier
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .replace("look_ahead", "lookahead")
    .split("_");
}
