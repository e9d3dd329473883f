/** A row of the table of all runs. */

import { show } from "../../../../app/items";
import { stateIcon } from "../../../../app/state-icon";
import type { Condition } from "../../../../app/viewer";
import { h } from "../../../../ui/dom";
import { longName } from "../../../../ui/long-name";
import { conditionOf } from "../../session/open-recording";
import type { Recording } from "../../session/recording";
import { set } from "../../session/state";
import { type Cells, COLUMNS, type Column, difference, isFar } from "./numbers";
import { countedOf } from "./read-all";

const FAR_TITLE = "Far from most runs";

/** A run with its numbers. */
export interface Run {
  recording: Recording;
  cells: Cells;
}

/** The values that a run is compared with, and the names of their columns. */
export interface Comparison {
  usual: ReadonlyMap<Column, readonly [number, number] | null>;
  /** The run on the page, from which others differ. */
  current: Run | null;
  named: Record<Column, string>;
}

/** Also of a run that was read for its numbers, and is unread again. */
export function conditionNow(recording: Recording): Condition {
  const { reading } = recording;
  const known = countedOf(recording)?.reading;
  return conditionOf(recording, reading.phase === "unread" && known ? known : reading);
}

export function tableRow({ recording, cells }: Run, place: number, comparison: Comparison): HTMLElement {
  const { usual, current, named } = comparison;
  const isCurrent = recording === current?.recording;
  const base = isCurrent ? null : (current?.cells ?? null);
  const open = (): void => {
    set({ runs: false });
    show(recording);
  };
  return h(
    "tr",
    { "data-run": place, "aria-current": isCurrent ? "true" : null, onclick: open },
    head(recording),
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

function head(recording: Recording): HTMLElement {
  const { name } = recording;
  return h(
    "th",
    { scope: "row" },
    h(
      "div",
      { class: "run-name" },
      stateIcon(conditionNow(recording)),
      h("button", { class: "name", "aria-label": name, title: name }, longName(name)),
    ),
  );
}
