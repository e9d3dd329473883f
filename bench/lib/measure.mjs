/** Long against the clock's step and a call from JavaScript into wasm. */
const BATCH_MS = 5;
const BATCHES = 9;
/** A machine that is not ours alone is slow for seconds at a time: each measurement comes up several times. */
const PASSES = 5;

/**
 * Nanoseconds of one round of each `work(rounds)`: the least and the median of all batches. All of
 * them are measured once, then all again, and so on.
 */
export function measureAll(works) {
  const time = (work, rounds) => {
    const since = performance.now();
    work(rounds);
    return performance.now() - since;
  };
  const rounds = works.map((work) => {
    let rounds = 1;
    // Twice in a row, so that neither compiling nor an interruption ends it early.
    while (Math.min(time(work, rounds), time(work, rounds)) < BATCH_MS / 2) rounds *= 2;
    return rounds;
  });
  const took = works.map(() => []);
  for (let pass = 0; pass < PASSES; pass += 1) {
    works.forEach((work, index) => {
      for (let batch = 0; batch < BATCHES; batch += 1) {
        took[index].push((time(work, rounds[index]) * 1e6) / rounds[index]);
      }
    });
  }
  return took.map((times) => {
    times.sort((a, b) => a - b);
    return { least: times[0], median: times[times.length >> 1] };
  });
}
