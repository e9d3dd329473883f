/** The table of all open runs: their main numbers, and the differences to the current run. */

import "./runs.css";
import { h, setAttribute, setText } from "../../../../ui/dom";
import { some } from "../../../../ui/numbers";
import { panelHead } from "../../../../ui/panel-head";
import { scrolledTable } from "../../../../ui/scrolled-table";
import { drawing, reactive } from "../../../../ui/signals";
import type { Recording } from "../../session/recording";
import { recordings } from "../../session/recordings";
import { get, type State, set } from "../../session/state";
import { boxed, fineTime } from "../../session/time";
import { COLUMNS, type Column, cellsOf, isFar, isWithoutTags, outliersText, usualOf } from "./numbers";
import { type Order, orderBy, sorted } from "./order";
import { runsProgress } from "./progress";
import { type Question, questionNow } from "./question";
import { conditionNow, type Run, tableRow } from "./table-row";

/** Fills `root` with the table, which `render` draws. */
export function runsTable(root: HTMLElement): { render(state: State): void } {
  const now = reactive<{ order: Order }>({ order: { by: "opened", down: false } });
  const outliers = h("p", { class: "outliers", role: "status" });
  const note = h("p", { class: "field-note" });
  const progress = runsProgress();
  const heads = headsWith((by) => {
    now.order = orderBy(by, now.order);
  });
  const body = h("tbody");
  root.replaceChildren(
    panelHead(h("h2", { id: "runs-title" }, "All runs"), [], progress.parts),
    outliers,
    note,
    tableOf(heads, body),
  );
  root.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    set({ runs: false });
  });

  /** The rows, without the progress of reading. */
  const drawn = drawing(() => {
    const state = get();
    const { current, tick } = state;
    const { order } = now;
    const runs = recordings();
    const question = questionNow(state);
    const named = namesOf(question);
    renderHeads(heads, named, order);
    const all = runs.map((recording) => ({ recording, cells: cellsOf(recording, question, tick) }));
    const without = all.filter(hasNone);
    const withTags = all.filter((run) => !without.includes(run));
    const usual = usualIn(withTags);
    const namesIn = (some: readonly Run[]): string[] => some.map(({ recording }) => recording.name);
    const far = withTags.filter((run) => isOutlier(run, usual));
    const flawed = withTags.filter(({ recording }) => conditionNow(recording).is === "flawed");
    setText(outliers, outliersText(namesIn(all), namesIn(far), namesIn(flawed), namesIn(without)));
    setText(note, noteOf(question, current, runs.length));
    const comparison = {
      usual,
      current: all.find(({ recording }) => recording === current) ?? null,
      named,
    };
    keepingFocus(body, () =>
      body.replaceChildren(
        ...sorted(all, order).map((run) => tableRow(run, runs.indexOf(run.recording), comparison)),
      ),
    );
  });
  return {
    render: (state) => {
      const runs = recordings();
      const isShown = state.runs && runs.length > 1;
      const question = questionNow(state);
      progress.keepReading(isShown, question);
      if (!isShown) return;
      progress.render(question);
      drawn();
    },
  };
}

type Heads = ReadonlyMap<Column | "run", HTMLElement>;

/** The columns' titles, by a click on which the table is sorted. */
function headsWith(sortBy: (by: Column | "run") => void): Heads {
  return new Map(
    (["run", ...COLUMNS] as const).map((key) => [
      key,
      h("button", { class: "sort", onclick: () => sortBy(key) }),
    ]),
  );
}

function tableOf(heads: Heads, body: HTMLElement): HTMLElement {
  const parts = { kind: "run-table", caption: "All runs", label: "Rows of all runs", body };
  const { scroller, head } = scrolledTable(parts);
  head.append(...[...heads].map(([key, button]) => h("th", { scope: "col", "data-column": key }, button)));
  return scroller;
}

function renderHeads(heads: Heads, names: Record<Column | "run", string>, { by, down }: Order): void {
  for (const [key, button] of heads) {
    setText(button, names[key]);
    const order = by !== key ? "none" : down ? "descending" : "ascending";
    if (button.parentElement) setAttribute(button.parentElement, "aria-sort", order);
  }
}

/** The values of each column between which the usual runs are. */
function usualIn(all: readonly Run[]): Map<Column, readonly [number, number] | null> {
  const cells = all.map((run) => run.cells);
  return new Map(COLUMNS.map((column) => [column, usualOf(column, cells)]));
}

const hasNone = ({ recording, cells }: Run): boolean =>
  isWithoutTags(cells, conditionNow(recording).is === "flawed");

function isOutlier({ cells }: Run, usual: ReturnType<typeof usualIn>): boolean {
  return COLUMNS.some((column) => isFar(cells[column], usual.get(column)));
}

/** Draws rows anew; the button that has the focus keeps it. */
function keepingFocus(body: HTMLElement, draw: () => void): void {
  const focused = body.contains(document.activeElement)
    ? document.activeElement?.closest("tr")?.getAttribute("data-run")
    : null;
  draw();
  if (focused) body.querySelector<HTMLElement>(`[data-run="${focused}"] button`)?.focus();
}

/** The titles of the columns. */
function namesOf(question: Question | null): Record<Column | "run", string> {
  return {
    run: "run",
    tags: "tags",
    span: "span",
    rate: "rate",
    "rate a": question ? `rate of ${question.pair.a}` : "rate of a",
    "rate b": question ? `rate of ${question.pair.b}` : "rate of b",
    peak: "peak",
    car: "CAR",
  };
}

function noteOf(question: Question | null, current: Recording | null, runs: number): string {
  const pairNote = question ? `${settingsText(question, current)} ` : "";
  return `${some(runs, "run")}. ${pairNote}Marked: what is far from most runs. Small: the difference to ${current?.name ?? "the current run"}. A click shows a run.`;
}

/** The parameters of peak and CAR of all runs, which are those of the displayed run. */
function settingsText({ pair, window, delays }: Question, current: Recording | null): string {
  const moved = [...delays].filter(([, delay]) => delay !== 0n);
  const shifts = moved.map(([channel, delay]) => `${channel}: ${boxed(delay)}`).join(", ");
  const settings = `window ${fineTime(Number(window))}, ${shifts === "" ? "no delays" : `delays ${shifts}`}`;
  return `Peak and CAR of every run are of channels ${pair.a} and ${pair.b}, and CAR has the settings of ${current?.name ?? "the run that is shown"}: ${settings}.`;
}
