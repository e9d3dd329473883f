/** Text from outside, such as file names and messages that quote input, made fit for one line of a terminal. */

// Control characters, with which escape sequences start, and characters that reorder or hide the text after them.
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression searches for them
const UNFIT = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** The text with each unfit character as `\xNN` or `\uNNNN`. */
export function printable(text: string): string {
  return text.replace(UNFIT, (character) => {
    const code = character.charCodeAt(0);
    return code < 0x100
      ? `\\x${code.toString(16).padStart(2, "0")}`
      : `\\u${code.toString(16).padStart(4, "0")}`;
  });
}
