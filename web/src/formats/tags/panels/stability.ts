import { stabilityChart } from "@tagview/charts";
import type { Stability } from "@tagview/engine";
import type { Panel } from "../../../app/panel";
import { type Figure, figure } from "../../../ui/figure";
import { folding } from "../../../ui/folding";
import { drawing } from "../../../ui/signals";
import { labelFigure } from "../export/panels";
import { namesIn } from "../model/names";
import { colourOrder } from "../session/colours";
import { askLater } from "../session/later-queries";
import { stabilityOf } from "../session/results";
import { get, type State } from "../session/state";
import { partsOf } from "./figure-parts";
import { hintList } from "./hints";

const NOTHING: Stability = {
  span: null,
  times: new BigInt64Array(),
  slices: new Float64Array(),
  channels: [],
  remarks: [],
  hints: [],
};

/** The stability of each channel's rate over time, in the chosen range. */
export function stabilityPanel(): Panel<State> {
  const panel: Figure = figure({
    ...partsOf("stability"),
    title: "Stability of the rates",
    lead: "Steadiness of the rates: a line above its dashed line means flicker or drift.",
    hint: "Allan deviation by averaging time; dashed lines are for steady light.",
  });
  const hints = hintList();
  panel.root.append(hints.root);
  const fold = folding(panel, "Stability of the rates");
  askLater((_, { view: { range, define }, tickText }) => {
    if (!fold.isOpen()) return null;
    const request = {
      analyses: [{ name: "stability" as const, id: "stability" }],
      ...(range ? { selection: range } : {}),
      ...(define.length > 0 ? { define: [...define], tick: tickText } : {}),
    };
    return { topic: "stability", request };
  });
  const drawn = drawing(() => {
    const { current, view, tick, units } = get();
    const data = stabilityOf(current) ?? NOTHING;
    const options = {
      tick,
      units,
      subject: current?.name ?? "",
      hidden: view.hidden,
      names: namesIn(view),
      order: colourOrder(),
    };
    hints.render(data.hints);
    panel.draw({
      chart: (size) => stabilityChart(document, data, { ...options, ...size }),
      csv: async () => (await import("@tagview/charts/csv")).stabilityCsv(data, options),
    });
    panel.setReadout(longest(data, view.hidden));
  });
  return {
    root: panel.root,
    render: (state) => {
      if (!state.current || panel.size().width === 0) return;
      labelFigure(panel, "stability", state);
      drawn();
    },
  };
}

/**
 * "as steady as light can be: 3, 15; 16: 1.4 % (steady light 0.9 %)": the fluctuation of each rate over the longest
 * time.
 */
function longest({ times, channels }: Stability, hidden: ReadonlySet<bigint>): string | null {
  const last = times.length - 1;
  if (last < 0) return null;
  const shown = channels.filter(({ channel }) => !hidden.has(channel)).slice(0, 6);
  const isSteady = ({
    allan_deviation,
    allan_deviation_error,
    poisson_deviation,
  }: (typeof shown)[number]): boolean =>
    (allan_deviation[last] ?? Infinity) <=
    (poisson_deviation[last] ?? 0) + 3 * (allan_deviation_error[last] ?? 0);
  const steady = shown.filter(isSteady).map(({ channel }) => channel);
  const parts = shown
    .filter((one) => !isSteady(one))
    .map(
      ({ channel, allan_deviation, poisson_deviation }) =>
        `${channel}: ${percent(allan_deviation[last])} (steady light ${percent(poisson_deviation[last])})`,
    );
  return [steady.length > 0 ? `as steady as chance allows: ${steady.join(", ")}` : null, ...parts]
    .filter(Boolean)
    .join("   ");
}

function percent(value: number | undefined): string {
  return value === undefined || !Number.isFinite(value) ? "–" : `${(100 * value).toPrecision(2)} %`;
}
