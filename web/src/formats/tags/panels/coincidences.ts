import { TagviewError } from "@tagview/engine";
import { lazy } from "../../../app/lazy";
import type { Panel } from "../../../app/panel";
import { type Choice, choice } from "../../../ui/choice";
import { h, setAttribute, showText } from "../../../ui/dom";
import { type Field, field } from "../../../ui/field";
import { type Figure, figure } from "../../../ui/figure";
import { panelFields } from "../../../ui/panel-fields";
import { derived, drawing } from "../../../ui/signals";
import { labelFigure } from "../export/panels";
import { readPattern, readWindow } from "../model/checks";
import { namesIn } from "../model/names";
import { type Parameters, setOf } from "../model/parameters";
import { type AccidentalsFrom, MOST_PATTERNS } from "../model/view";
import { errorText } from "../session/error-text";
import type { Recording } from "../session/recording";
import { coincidenceOf, parametersNow, refusalOf, wholeOf } from "../session/results";
import { coversNothing, isAwaited } from "../session/scope-label";
import { get, type State, setView } from "../session/state";
import { boxed, boxOf } from "../session/time";
import { delayFields } from "./coincidence-delays";
import type { CoincidenceTable } from "./coincidence-table";
import { partsOf } from "./figure-parts";
import { hintList } from "./hints";

/** Pixels of a chart that is drawn only to be saved, because the page has no room for it. */
const UNSEEN = { width: 560, height: 300 };
/** Minimum height of the chart in pixels; below it, the table takes the space. */
const LEAST_HEIGHT = 90;
/** Minimum number of patterns for which a chart shows more than the table. */
const LEAST_PATTERNS = 2;

/** Coincidences of the pair, and of the patterns that were added: counts, accidentals, CAR, efficiencies. */
export function coincidencesPanel(): Panel<State> {
  const panel: Figure = figure({
    ...partsOf("coincidences"),
    title: "Coincidences",
    lead: "Tags within the window, and the number expected by chance. CAR compares them.",
    hint: "The numbers are in the table above.",
  });
  const [window, accidentals, displaced] = [windowField(), accidentalsChoice(), displacedField()];
  const [delays, pattern] = [delayFields(), patternField()];
  const refused = h("p", { class: "refused", role: "alert", hidden: true });
  const hints = hintList();
  const place = h("div", {
    class: "scroller",
    tabindex: 0,
    role: "group",
    "aria-labelledby": "coincidences-title",
  });
  panel.root.children[0]?.after(
    panelFields("Coincidences", ...[window.root, accidentals.root, displaced.root, ...delays.parts]),
    refused,
    hints.root,
    place,
  );
  panel.tools.prepend(pattern.root);
  const code = lazy(async () => {
    const made = (await import("./coincidence-table")).coincidenceTable();
    place.append(made.root);
    return made;
  });
  const state = get();
  const dataNow = derived(() =>
    parametersNow(state)?.patterns.length ? coincidenceOf(state.current) : null,
  );
  const waiting = derived(() => {
    const isMissing = dataNow() === null || coversNothing(state, "coincidences");
    const isRefused = refusalOf(state.current, "coincidences") !== null;
    return isMissing && !isRefused && isAwaited(state, "coincidences");
  });
  /** Table and chart, without the part of the recording that they cover. */
  const drawn = drawing(() => {
    const { current, compared } = state;
    const now = parametersNow(state);
    if (!current || !now) return;
    const second = compared && coincidenceOf(compared);
    const overlay = second && compared ? { name: compared.name, data: second } : null;
    const data = dataNow();
    const made = code.wantIn(place);
    made?.render(data, overlay);
    if (waiting() || made === null) panel.wait();
    else draw(panel, made, state, current, { data, overlay, now });
  });
  return {
    root: panel.root,
    render: (state) => {
      const { current } = state;
      const now = parametersNow(state);
      if (!current || !now || panel.size().width === 0) return;
      window.render(boxed(now.window));
      accidentals.render(now.accidentals);
      displaced.render(now.displaced === null ? "" : boxed(now.displaced));
      delays.render(state, now);
      labelFigure(panel, "coincidences", state);
      renderRefusal(refused, current, now);
      hints.render(dataNow()?.hints ?? []);
      panel.root.classList.toggle("without-chart", now.patterns.length < LEAST_PATTERNS);
      drawn();
    },
  };
}

function windowField(): Field {
  return field({
    label: "window ±",
    name: "Coincidence window",
    title: "Maximum time from the first to the last tag of a coincidence; if empty, it includes the peak",
    size: 6,
    apply: (text, shown) => {
      const typed = text === "" ? null : readWindow(text, boxOf(shown));
      setView({ window: typed?.value ?? null });
      return typed?.rounded ?? null;
    },
  });
}

function accidentalsChoice(): Choice<AccidentalsFrom> {
  return choice({
    label: "accidentals",
    name: "Accidentals of CAR and efficiency",
    title: "Accidentals that CAR and efficiencies use: those of displaced windows, or those of mean rates",
    options: [
      ["measured", "measured"],
      ["rates", "from rates"],
    ],
    apply: (value) => setView({ accidentals: value }),
  });
}

function displacedField(): Field {
  return field({
    label: "displaced by",
    name: "Displacement of the windows",
    title: "Time by which windows are displaced to measure accidentals, longer than the detectors' dead time",
    size: 6,
    placeholder: "20 µs",
    apply: (text, shown) => {
      const typed = text === "" ? null : readWindow(text, boxOf(shown), "displacement");
      setView({ displaced: typed?.value ?? null });
      return typed?.rounded ?? null;
    },
  });
}

function patternField(): Field {
  const pattern = field({
    label: "also count",
    name: "Pattern to count",
    title: "Channels of one more kind of coincidence, as in 3,15,16",
    placeholder: "channels",
    size: 8,
    apply: (text) => {
      if (text !== "") addPattern(text);
      pattern.input.value = "";
      return null;
    },
  });
  return pattern;
}

function addPattern(text: string): void {
  const { current, view } = get();
  const known = wholeOf(current, "summary")?.channels.map(({ channel }) => channel) ?? [];
  const pattern = readPattern(text, known);
  if (view.patterns.some((other) => setOf(other) === setOf(pattern))) return;
  if (view.patterns.length >= MOST_PATTERNS)
    throw new TagviewError("usage", `${MOST_PATTERNS} patterns are counted already`, "remove one first");
  setView({ patterns: [...view.patterns, pattern] });
}

/** Shows why there are no coincidences. */
function renderRefusal(refused: HTMLElement, current: Recording, { pair, patterns }: Parameters): void {
  const refusal = refusalOf(current, "coincidences");
  const hasNone = pair !== null && patterns.length === 0;
  const same = "A channel has no coincidences with itself. Choose another pair, or add a pattern.";
  showText(refused, refusal ? errorText(refusal) : hasNone ? same : null);
}

/** The content of the chart. */
interface Shown {
  data: ReturnType<typeof coincidenceOf>;
  /** Results of the compared recording. */
  overlay: { name: string; data: NonNullable<ReturnType<typeof coincidenceOf>> } | null;
  now: Parameters;
}

function draw(
  panel: Figure,
  { chart }: CoincidenceTable,
  { view, tick, units }: State,
  { name }: Recording,
  { data, overlay, now }: Shown,
): void {
  const size = panel.size();
  const seen = now.patterns.length >= LEAST_PATTERNS && size.height >= LEAST_HEIGHT;
  setAttribute(panel.host, "data-unseen", seen ? null : "");
  setAttribute(panel.host, "tabindex", seen ? "0" : "-1");
  const options = {
    tick,
    units,
    hidden: view.hidden,
    names: namesIn(view),
    subject: name,
    overlay,
  };
  const shown = data ?? { window: now.window, patterns: [] };
  panel.draw({
    chart: (wanted) =>
      chart(document, shown, { ...options, ...(wanted.height >= LEAST_HEIGHT ? wanted : UNSEEN) }),
    csv: async () => (await import("@tagview/charts/csv")).coincidenceCsv(shown, options),
  });
}
