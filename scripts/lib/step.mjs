/** A failure reported in one sentence, optionally with the output of a program. */
export class Trouble extends Error {
  constructor(sentence, output = "") {
    super(sentence);
    this.output = withoutHosts(output);
  }
}

// Logs are shared, so addresses of package sources are removed.
function withoutHosts(text) {
  return text
    .replace(/\b(?:sparse\+)?https?:\/\/[^\s"'`)]+/g, "(address)")
    .replace(/\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|Could not resolve host:|resolving) \S+/g, "$1 (address)");
}

/** The time since `since` as text. */
export const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/** The step at the end of whose line its duration is printed, unless another one begins before. */
let unfinished = null;

function endLine() {
  if (unfinished !== null) process.stderr.write("\n");
  unfinished = null;
}

/** Runs a step and prints its name and duration, in one line if no other step runs at the same time. */
export async function step(what, work) {
  const since = performance.now();
  const end = (duration) => {
    if (unfinished !== what) endLine();
    process.stderr.write(`${unfinished === what ? "" : `tagview: ${what}:`} ${duration}\n`);
    unfinished = null;
  };
  endLine();
  process.stderr.write(`tagview: ${what} ...`);
  unfinished = what;
  try {
    const result = await work();
    end(seconds(since));
    return result;
  } catch (error) {
    end(`failed after ${seconds(since)}`);
    throw error;
  }
}

export function log(sentence) {
  endLine();
  process.stderr.write(`tagview: ${sentence}\n`);
}

/** Throws `sentence` unless the program succeeded. */
export function must({ code, output }, sentence) {
  if (code !== 0) throw new Trouble(sentence, output);
  return output;
}

/** Runs the main function of a script; reports a `Trouble` and sets the exit status 1. */
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
