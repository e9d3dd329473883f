/** Tags of light for which commands print rare output. */

/** `centre` pairs without a delay, and five at each of four other delays. */
export function pulses(centre: number): [number, bigint][] {
  const delays = [...Array(centre).fill(0), ...[-80, -40, 40, 80].flatMap((delay) => Array(5).fill(delay))];
  return delays.flatMap((delay: number, k): [number, bigint][] => {
    const time = 1000n * BigInt(k + 1);
    return delay < 0
      ? [
          [15, time + BigInt(delay)],
          [3, time],
        ]
      : [
          [3, time],
          [15, time + BigInt(delay)],
        ];
  });
}

/** Pairs whose delays from -64 to 64 ticks have a dip of 90 % at 0, in some 200,000 ticks each. */
export function dip(): [number, bigint][] {
  const delays = Array.from({ length: 129 }, (_, k) => k - 64);
  const all = delays.flatMap((delay) =>
    Array<number>(Math.round(60 * (1 - 0.9 * Math.exp(-Math.abs(delay) / 15)))).fill(delay),
  );
  return all.flatMap((delay, k): [number, bigint][] => {
    const time = 200_000n * BigInt(k + 1) + BigInt((k * 7919) % 60_013);
    const pair: [number, bigint][] = [
      [3, time],
      [15, time + BigInt(delay)],
    ];
    return delay < 0 ? pair.reverse() : pair;
  });
}

/** Pairs whose delays spread by 5 ticks, and jump by 100 ticks after half of 200,000 ticks. */
export function jump(): [number, bigint][] {
  return Array.from({ length: 400 }, (_, k): [number, bigint][] => {
    const time = 500n * BigInt(k) + 1n;
    return [
      [3, time],
      [15, time + (k < 200 ? 0n : 100n) + BigInt((k * 7) % 5)],
    ];
  }).flat();
}

/** Steady light on two channels of a device that is dead for 200 ticks after a tag of either. */
export function router(): [number, bigint][] {
  let [time, state] = [0, 7];
  const uniform = (): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  return Array.from({ length: 20_000 }, () => {
    time += 200 + Math.round(-1000 * Math.log(uniform()));
    return [uniform() < 0.5 ? 3 : 15, BigInt(time)];
  });
}

/** 24 steps, each begun by a tag of channel 9, with pairs of 3 and 15 whose number goes up and down once. */
export function scan(): [number, bigint][] {
  return Array.from({ length: 24 }, (_, step) => {
    const begin = BigInt(step) * 100_000n;
    const pairs = Math.round(60 + 50 * Math.cos((2 * Math.PI * step) / 24));
    const tags = Array.from({ length: pairs }, (_, k): [number, bigint][] => [
      [3, begin + BigInt(k) * 500n + 9n],
      [15, begin + BigInt(k) * 500n + 12n],
    ]);
    return [[9, begin] as [number, bigint], ...tags.flat()];
  }).flat();
}
