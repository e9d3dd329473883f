import type { Panel } from "../../../app/panel";
import { tour } from "../../../ui/tour";
import type { State } from "../session/state";

/** What to look for in each sample, by its address. */
const STEPS: Readonly<Record<string, readonly string[]>> = {
  sample: [
    "Correlation: the peak at 4 ns means that channel 15 sees the second photon of a pair 4 ns after channel 3.",
    "Coincidences: “Use found delay” moves the window onto the peak. CAR then compares pairs with chance.",
    "Rate over time: drag a range, and every panel counts again for it.",
  ],
  "sample-emitter": [
    "Correlation: g2 falls below 0.5 at zero delay. One emitter can't give two photons at once.",
    "The drawn model has two levels. Its tau is the time that the emitter needs for the next photon.",
    "Gaps: none are below 50 ns, the dead time of the detectors.",
  ],
  "sample-lifetime": [
    "Lifetime: photons come after the laser's clock, channel 1. The steeper the decay, the shorter the lifetime; here 3.5 ns.",
    "Correlation: there are peaks every 1 µs, the laser's period. The low one at zero is the single emitter.",
    "Pairs of channels: the clock repeats with every pulse of the laser, so no single delay stands out.",
  ],
  "sample-damaged": [
    "The line over the charts names the damage, and how much was recovered.",
    "Rate over time: the gap is the part that could not be read. All sound parts are counted.",
    "Frames of the file: shows which bytes are damaged.",
  ],
};

/** Three sentences on a sample; empty for the user's recordings. */
export function tourPanel(): Panel<State> {
  const { root, render } = tour(STEPS, undefined, true);
  return { root, render: ({ current }) => render(current) };
}
