/** A failure that is told in one sentence (and what the program said, where that helps). */
export class Trouble extends Error {
  constructor(sentence, output = "") {
    super(sentence);
    this.output = withoutHosts(output);
  }
}

// Logs get shared; where packages came from is nobody's business but the machine's.
function withoutHosts(text) {
  return text
    .replace(/\b(?:sparse\+)?https?:\/\/[^\s"'`)]+/g, "(address)")
    .replace(/\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|Could not resolve host:|resolving) \S+/g, "$1 (address)");
}

/** The time since `since`, for people. */
export const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/** One line of what is done, and how long it took. All of it on standard error. */
export async function step(what, work) {
  const since = performance.now();
  process.stderr.write(`tagview: ${what} ...`);
  try {
    const result = await work();
    process.stderr.write(` ${seconds(since)}\n`);
    return result;
  } catch (error) {
    process.stderr.write(` failed after ${seconds(since)}\n`);
    throw error;
  }
}

export const log = (sentence) => process.stderr.write(`tagview: ${sentence}\n`);

/** Throws `sentence` unless the program succeeded. */
export function must({ code, output }, sentence) {
  if (code !== 0) throw new Trouble(sentence, output);
  return output;
}

/** Runs a script's main function; a `Trouble` is told, and the exit status is 1. */
export async function main(work) {
  try {
    await work();
  } catch (error) {
    printError(error);
    process.exitCode ||= 1;
  }
}

export function printError(error) {
  if (!(error instanceof Trouble)) throw error;
  if (error.output.trim() !== "") process.stderr.write(`${error.output.trimEnd()}\n`);
  log(error.message);
}
