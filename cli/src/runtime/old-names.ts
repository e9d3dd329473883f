/** Names and forms of options from earlier releases. Each works for one more release, with a notice. */

import { Option } from "commander";

/** The old forms used by this command line, each with the form that replaces it. */
const used = new Map<string, string>();

/** Records that the command line has the form `old`; the program prints the notice. */
export function recordOldName(old: string, current: string): void {
  used.set(old, current);
}

/** Returns a line for each recorded form. */
export function oldNameLines(): string {
  return [...used]
    .map(([old, current]) => `note: ${old} is now ${current}; the next release removes the old form\n`)
    .join("");
}

/** An old name of an option. It is not in the help, and its value is that of the current option. */
export class RenamedOption extends Option {
  readonly #attribute: string;

  /** `flags` are the old ones; `replacement` is the form that the notice names. */
  constructor(flags: string, current: Option, replacement = current.long ?? "") {
    super(flags);
    this.#attribute = current.attributeName();
    this.hideHelp();
    this.argParser((text: string, previous: unknown) => {
      recordOldName(this.long ?? flags, replacement);
      return current.parseArg === undefined ? text : current.parseArg(text, previous);
    });
  }

  override attributeName(): string {
    // Option's constructor calls no method, so the field is always set.
    return this.#attribute;
  }
}
