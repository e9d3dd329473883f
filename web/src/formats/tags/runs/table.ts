/** The table of all open runs: the numbers that tell a good one from a bad one, and how far each is from the current. */

import "./runs.css";
import { show } from "../../../app/items";
import { stateIcon } from "../../../app/state-icon";
import { store } from "../../../app/store";
import type { Condition } from "../../../app/viewer";
import { h, setAttribute, setText } from "../../../ui/dom";
import { longName } from "../../../ui/long-name";
import type { Changed } from "../../../ui/memo";
import { some } from "../../../ui/numbers";
import { conditionOf } from "../open-recording";
import type { Recording } from "../recording";
import { recordings } from "../recordings";
import { type State, set } from "../state";
import { boxed, fineTime } from "../time";
import { type Question, questionNow } from "./question";
import { cancelAll, countedOf, isLeft, progressNow, readAll } from "./read-all";
import { type Cells, COLUMNS, type Column, cellsOf, difference, isFar, outliersText, usualOf } from "./row";

type SortKey = Column | "run" | "opened";

/** Fills `root` with the table, which is drawn by `render`. */
export function runsTable(root: HTMLElement): { render(state: State, changed: Changed): void } {
  let sort: { by: SortKey; down: boolean } = { by: "opened", down: false };
  let wasShown = false;
  /** Whether the person has cancelled reading; it begins anew when the table is shown again. */
  let isCancelled = false;
  const outliers = h("p", { class: "outliers", role: "status" });
  const note = h("p", { class: "field-note" });
  const bar = h("progress", { max: 1, "aria-label": "Runs read" });
  const text = h("span", { class: "faint" });
  const cancel = h("button", { type: "button", onclick: () => pause(true) }, "Cancel");
  const goOn = h("button", { type: "button", onclick: () => pause(false) }, "Read the others");
  const heads = new Map(
    (["run", ...COLUMNS] as const).map((key) => [
      key,
      h("button", { type: "button", class: "sort", onclick: () => sortBy(key) }),
    ]),
  );
  const body = h("tbody");
  const cells = [...heads].map(([key, button]) => h("th", { scope: "col", "data-column": key }, button));
  root.replaceChildren(
    h(
      "div",
      { class: "panel-head" },
      h("h2", { id: "runs-title" }, "All runs"),
      h("div", { class: "tools" }, bar, text, cancel, goOn),
    ),
    outliers,
    note,
    h(
      "div",
      { class: "scroller", tabindex: 0, role: "region", "aria-label": "Rows of all runs" },
      h(
        "table",
        { class: "run-table" },
        h("caption", { class: "unseen" }, "All runs"),
        h("thead", {}, h("tr", {}, ...cells)),
        body,
      ),
    ),
  );
  root.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    set({ runs: false });
  });

  function pause(on: boolean): void {
    isCancelled = on;
    if (on) cancelAll();
    store.refresh();
  }

  function sortBy(by: SortKey): void {
    const down = sort.by === by ? !sort.down : by !== "run";
    sort = { by, down };
    store.refresh();
  }

  function sorted(all: readonly { recording: Recording; cells: Cells }[]): typeof all {
    const { by, down } = sort;
    if (by === "opened") return all;
    const sign = down ? -1 : 1;
    if (by === "run") {
      const { compare } = new Intl.Collator("en", { numeric: true });
      return [...all].sort((x, y) => sign * compare(x.recording.name, y.recording.name));
    }
    // What is not known comes last, whichever way.
    return [...all].sort((x, y) => {
      const [a, b] = [x.cells[by].value, y.cells[by].value];
      if (a === null || b === null) return Number(a === null) - Number(b === null);
      return sign * (a - b);
    });
  }

  function begin(isShown: boolean, question: Question | null): void {
    if (isShown !== wasShown) isCancelled = false;
    wasShown = isShown;
    if (!isShown) cancelAll();
    else if (question && !isCancelled) readAll(question);
  }

  function renderProgress(question: Question | null): void {
    const progress = question && progressNow(question);
    bar.hidden = cancel.hidden = !progress;
    goOn.hidden = progress !== null || !question || !isLeft(question);
    if (progress) bar.value = (progress.done + progress.share) / progress.total;
    setText(
      text,
      progress
        ? `${progress.done} of ${progress.total} runs · ${progress.name}, ${Math.floor(100 * progress.share)} %`
        : "",
    );
  }

  return {
    render: (state, changed) => {
      const runs = recordings();
      const isShown = state.runs && runs.length > 1;
      const question = questionNow(state);
      begin(isShown, question);
      if (!isShown) return;
      renderProgress(question);
      const { current, tick, units } = state;
      const known = runs.flatMap((recording) => [recording, recording.reading.phase, countedOf(recording)]);
      if (!changed(sort, question?.key, current, tick, units, ...known)) return;
      const named = namesOf(question);
      renderHeads(named);
      const all = runs.map((recording) => ({ recording, cells: cellsOf(recording, question, tick) }));
      const usual = new Map(
        COLUMNS.map((column) => [
          column,
          usualOf(
            column,
            all.map(({ cells }) => cells),
          ),
        ]),
      );
      const far = all.filter(
        ({ recording, cells }) =>
          COLUMNS.some((column) => isFar(cells[column], usual.get(column))) ||
          conditionNow(recording).is === "flawed",
      );
      setText(
        outliers,
        outliersText(
          far.map(({ recording }) => recording.name),
          runs.map(({ name }) => name),
        ),
      );
      setText(note, noteOf(question, current, runs.length));
      const base = all.find(({ recording }) => recording === current)?.cells ?? null;
      const focused = body.contains(document.activeElement)
        ? document.activeElement?.closest("tr")?.getAttribute("data-run")
        : null;
      body.replaceChildren(
        ...sorted(all).map(({ recording, cells }) => {
          const isCurrent = recording === current;
          return row(
            recording,
            runs.indexOf(recording),
            cells,
            usual,
            isCurrent ? null : base,
            isCurrent,
            named,
          );
        }),
      );
      if (focused) body.querySelector<HTMLElement>(`[data-run="${focused}"] button`)?.focus();
    },
  };

  function renderHeads(names: Record<Column | "run", string>): void {
    for (const [key, button] of heads) {
      setText(button, names[key]);
      const order = sort.by !== key ? "none" : sort.down ? "descending" : "ascending";
      if (button.parentElement) setAttribute(button.parentElement, "aria-sort", order);
    }
  }
}

/** What is written over the columns. */
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

/** Also of a run that was read for its numbers, and is unread again. */
function conditionNow(recording: Recording): Condition {
  const { reading } = recording;
  const known = countedOf(recording)?.reading;
  return conditionOf(reading.phase === "unread" && known ? known : reading);
}

const FAR_TITLE = "Far from most runs";

function noteOf(question: Question | null, current: Recording | null, runs: number): string {
  const pairNote = question ? `${settingsText(question, current)} ` : "";
  return `${some(runs, "run")}. ${pairNote}Marked: what is far from most runs. Small: the difference to ${current?.name ?? "the current run"}. A click shows a run.`;
}

/** What peak and CAR of all runs are counted with, which is that of the one that is shown. */
function settingsText({ pair, window, delays }: Question, current: Recording | null): string {
  const moved = [...delays].filter(([, delay]) => delay !== 0n);
  const shifts = moved.map(([channel, delay]) => `${channel}: ${boxed(delay)}`).join(", ");
  const settings = `window ${fineTime(Number(window))}, ${shifts === "" ? "no delays" : `delays ${shifts}`}`;
  return `Peak and CAR of every run are of channels ${pair.a} and ${pair.b}, and CAR has the settings of ${current?.name ?? "the run that is shown"}: ${settings}.`;
}

function row(
  recording: Recording,
  place: number,
  cells: Cells,
  usual: ReadonlyMap<Column, readonly [number, number] | null>,
  base: Cells | null,
  isCurrent: boolean,
  named: Record<Column, string>,
): HTMLElement {
  const condition = conditionNow(recording);
  const open = (): void => {
    set({ runs: false });
    show(recording);
  };
  return h(
    "tr",
    { "data-run": place, "aria-current": isCurrent ? "true" : null, onclick: open },
    h(
      "th",
      { scope: "row" },
      h(
        "div",
        { class: "run-name" },
        stateIcon(condition),
        h(
          "button",
          { type: "button", class: "name", "aria-label": recording.name, title: recording.name },
          longName(recording.name),
        ),
      ),
    ),
    ...COLUMNS.map((column) => {
      const cell = cells[column];
      const off = base ? difference(column, cell, base[column]) : "";
      const far = isFar(cell, usual.get(column));
      return h(
        "td",
        {
          title: cell.why || (far ? FAR_TITLE : null),
          class: far ? "far" : null,
          "data-column": column,
          "data-name": named[column],
        },
        cell.text,
        cell.part && h("small", { class: "part" }, cell.part),
        off && h("small", { class: "difference" }, off),
        (cell.why || far) && h("span", { class: "unseen" }, cell.why || FAR_TITLE),
      );
    }),
  );
}
