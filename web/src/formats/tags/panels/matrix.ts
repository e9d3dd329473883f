import { matrixChart, matrixHeight, matrixLayout, type PairsData, pairSentence } from "@tagview/charts";
import type { Pairs } from "@tagview/engine";
import type { Panel } from "../../../app/panel";
import { announce } from "../../../ui/announce";
import { h, setAttributes, showText, svg } from "../../../ui/dom";
import { type Figure, figure } from "../../../ui/figure";
import { derived, drawing, reactive } from "../../../ui/signals";
import { labelFigure } from "../export/panels";
import { namesIn } from "../model/names";
import { entryOf } from "../model/parameters";
import type { Pair } from "../model/view";
import { errorText } from "../session/error-text";
import { narrowedOf, parametersNow, refusalOf } from "../session/results";
import { coversNothing, isAwaited } from "../session/scope-label";
import { get, type State, setView } from "../session/state";
import { boxed } from "../session/time";
import { partsOf } from "./figure-parts";

const NOTHING: PairsData = { channels: [], pairs: [] };
/** The sentence over the matrix, with the delays that were searched. */
const leadOf = ({ from }: Pairs): string =>
  `Detectors that see photons within ±${boxed(-from)}: the stronger the colour, the more significant.`;

/** All pairs of channels, coloured by the significance of their peaks; one of them is chosen here. */
export function matrixPanel(): Panel<State> & { focus(): void } {
  const panel: Figure = figure({
    ...partsOf("matrix"),
    title: "Pairs of channels",
    lead: "Detectors that see photons together: the stronger the colour, the more significant.",
    hint: "Arrows go from cell to cell, Enter chooses the pair; or click.",
  });
  const refused = h("p", { class: "refused", role: "alert", hidden: true });
  panel.host.before(refused);
  const ring = panel.overlay.appendChild(svg("rect", { class: "cell-ring" }));
  choosesByPointer(panel);
  const keys = choosesByKeys(panel);
  const state = get();
  const waiting = derived(() => {
    const { current, view } = state;
    const isMissing = !narrowedOf(current, "pairs", view) || coversNothing(state, topicOf(state));
    return isMissing && refusalOf(current, "pairs") === null && isAwaited(state, topicOf(state));
  });
  /** The cells, apart from the one that the keys have gone to. */
  const drawn = drawing(() => {
    const data = narrowedOf(state.current, "pairs", state.view);
    if (waiting()) panel.wait();
    else if (data === null && refusalOf(state.current, "pairs") !== null) panel.wait("Not counted.");
    else draw(panel, state, data ?? NOTHING, parametersNow(state)?.pair ?? null);
    panel.setLead(data && leadOf(data));
  });

  return {
    root: panel.root,
    focus: () => panel.host.focus(),
    render: (state) => {
      const { current } = state;
      if (!current || panel.size().width === 0) return;
      labelFigure(panel, "matrix", state);
      const refusal = refusalOf(current, "pairs");
      showText(refused, refusal && errorText(refusal));
      drawn();
      const at = waiting() ? null : keys.at();
      drawRing(ring, at && layoutOf(panel, state).cell(at.a, at.b));
    },
  };
}

function topicOf({ view }: State): "pairs" | "range pairs" {
  return view.range ? "range pairs" : "pairs";
}

function optionsOf(panel: Figure, { current, view, tick, units }: State) {
  return {
    ...panel.size(),
    tick,
    units,
    hidden: view.hidden,
    names: namesIn(view),
    ...(current ? { subject: current.name } : {}),
  };
}

function layoutOf(panel: Figure, state: State): ReturnType<typeof matrixLayout> {
  return matrixLayout(narrowedOf(state.current, "pairs", state.view) ?? NOTHING, optionsOf(panel, state));
}

function describe(panel: Figure, { a, b }: Pair): string {
  const state = get();
  const entry = entryOf(narrowedOf(state.current, "pairs", state.view), { a, b });
  return entry ? pairSentence(entry, optionsOf(panel, state)) : `${a} → ${b}`;
}

function choosePair(panel: Figure, pair: Pair): void {
  // The zoomed range of delays belongs to the previous pair.
  setView({ pair: { a: pair.a, b: pair.b }, g2: null });
  announce(`Chosen: ${describe(panel, pair)}.`);
}

function choosesByPointer(panel: Figure): void {
  const under = (event: MouseEvent): Pair | null => {
    const { left, top } = panel.host.getBoundingClientRect();
    return layoutOf(panel, get()).at(event.clientX - left, event.clientY - top);
  };
  panel.host.addEventListener("click", (event) => {
    const cell = under(event);
    if (cell) choosePair(panel, cell);
  });
  panel.host.addEventListener("pointermove", (event) => {
    const cell = under(event);
    panel.setPointReadout(cell ? describe(panel, cell) : null);
  });
  panel.host.addEventListener("pointerleave", () => panel.setPointReadout(null));
}

/** Arrow keys move between cells; `at` is the cell they reached, null while the matrix does not have the focus. */
function choosesByKeys(panel: Figure): { at: () => Pair | null } {
  const { host } = panel;
  const now = reactive<{ at: Pair | null }>({ at: null });
  host.addEventListener("focus", () => {
    if (!host.matches(":focus-visible")) return;
    now.at = parametersNow(get())?.pair ?? null;
  });
  host.addEventListener("blur", () => {
    now.at = null;
  });
  host.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    now.at ??= parametersNow(get())?.pair ?? null;
    const { at } = now;
    if (event.key === "Enter" || event.key === " ") {
      if (at) choosePair(panel, at);
    } else {
      const next = at && neighbour(layoutOf(panel, get()).channels, at, event.key);
      if (!next) return;
      now.at = next;
      announce(`${describe(panel, next)}.`);
    }
    event.preventDefault();
  });
  return { at: () => now.at };
}

function draw(panel: Figure, state: State, data: PairsData, chosen: Pair | null): void {
  const options = { ...optionsOf(panel, state), chosen };
  panel.draw({
    chart: (size) => matrixChart(document, data, { ...options, ...size }),
    csv: async () => (await import("@tagview/charts/csv")).pairsCsv(data, options),
  });
  // No larger than it needs: the rest is for the charts around it.
  panel.host.style.setProperty("--needed", `${matrixHeight(data, optionsOf(panel, state))}px`);
}

function drawRing(ring: SVGRectElement, cell: ReturnType<ReturnType<typeof matrixLayout>["cell"]>): void {
  ring.setAttribute("visibility", cell ? "visible" : "hidden");
  if (!cell) return;
  const { x, y, width, height } = cell;
  setAttributes(ring, { x, y, width, height });
}

/** The cell that an arrow key moves to; null for other keys. Rows are channel `a`, columns channel `b`, `a <= b`. */
function neighbour(channels: readonly bigint[], { a, b }: Pair, key: string): Pair | null {
  const [low, high] = a < b ? [a, b] : [b, a];
  const row = channels.indexOf(low) + ({ ArrowUp: -1, ArrowDown: 1 }[key] ?? 0);
  const column = channels.indexOf(high) + ({ ArrowLeft: -1, ArrowRight: 1 }[key] ?? 0);
  if (!/^Arrow/u.test(key)) return null;
  const [first, second] = [channels[row], channels[column]];
  return first !== undefined && second !== undefined && row <= column ? { a: first, b: second } : { a, b };
}
