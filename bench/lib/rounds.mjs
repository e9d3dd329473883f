// Commands in turn, each between two runs of what it is compared with, round after round: a machine
// that is slow for a while is slow for both.
import { memory, time } from "./command.mjs";

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * Runs `commands`, `{ argv, output?, timed? }` each, for `rounds` rounds; one more before them, whose times do not
 * count, is for memory. `timed` gives the milliseconds of `argv`, where they are not those from its start to its end.
 * Gives for the baseline and each command `{ ms, least, bytes }`, and for the commands `ratios`, one a round, and
 * `over`, the time in ms that they took longer.
 */
export async function inTurn(baseline, commands, rounds) {
  const all = [baseline, ...commands];
  const bytes = [];
  for (const { argv, output } of all) bytes.push(await memory(argv, output));
  const run = ({ argv, output, timed = time }) => timed(argv, output);
  const baselines = [];
  const took = commands.map(() => ({ times: [], ratios: [], over: [] }));
  for (let round = 0; round < rounds; round += 1) {
    let before = run(baseline);
    baselines.push(before);
    commands.forEach((command, index) => {
      const ms = run(command);
      const after = run(baseline);
      const mean = (before + after) / 2;
      baselines.push(after);
      took[index].times.push(ms);
      took[index].ratios.push(ms / mean);
      took[index].over.push(ms - mean);
      before = after;
    });
  }
  const figures = (times, index) => ({ ms: median(times), least: Math.min(...times), bytes: bytes[index] });
  return {
    baseline: figures(baselines, 0),
    commands: took.map(({ times, ratios, over }, index) => ({
      ...figures(times, index + 1),
      ratios,
      over: median(over),
    })),
  };
}
