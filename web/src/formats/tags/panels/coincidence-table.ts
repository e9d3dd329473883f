import type { Coincidence, CoincidencePattern } from "@tagview/engine";
import { h } from "../../../ui/dom";
import { measured, share } from "../../../ui/numbers";
import { setOf } from "../parameters";
import { get, setView } from "../state";

/** The coincidences of the compared recording. */
interface Compared {
  name: string;
  data: Coincidence;
}

/** A row of numbers for each pattern, and below it those of the compared recording. */
export function coincidenceTable(): {
  root: HTMLElement;
  render: (data: Coincidence | null, second: Compared | null) => void;
} {
  const body = h("tbody");
  const root = h(
    "table",
    { class: "coincidences" },
    h("caption", { class: "unseen" }, "Coincidences"),
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        ...["channels", "counts", "accidentals", "measured", "CAR", "efficiency"].map((name) =>
          h("th", { scope: "col", title: EXPLAINED[name] ?? null }, name),
        ),
      ),
    ),
    body,
  );
  return { root, render: (data, second) => body.replaceChildren(...rowsOf(data, second)) };
}

const EXPLAINED: Record<string, string> = {
  accidentals: "What independent channels of these rates would give",
  measured: "The mean of four windows displaced from this one",
  CAR: "Coincidences to accidentals: (counts - accidentals) / accidentals",
  efficiency: "Klyshko's: of the channel's arm, heralded by the other one",
};

function rowsOf(data: Coincidence | null, second: Compared | null): HTMLElement[] {
  return (data?.patterns ?? []).flatMap((pattern) => {
    const name = pattern.channels.join(" + ");
    const added = get().view.patterns.some((other) => setOf(other) === setOf(pattern.channels));
    const remove =
      added &&
      h(
        "button",
        {
          type: "button",
          class: "quiet",
          title: "Count it no more",
          "aria-label": `Count ${name} no more`,
          onclick: () => removePattern(pattern.channels),
        },
        "×",
      );
    const other = second?.data.patterns.find(({ channels }) => setOf(channels) === setOf(pattern.channels));
    return [
      row(h("th", { scope: "row", "data-pattern": pattern.channels.join(",") }, name, remove), pattern),
      ...(other && second
        ? [row(h("th", { scope: "row", class: "second", title: second.name }, second.name), other, "second")]
        : []),
    ];
  });
}

function row(head: HTMLElement, pattern: CoincidencePattern, kind?: string): HTMLElement {
  const { counts, counts_error, accidentals, accidentals_measured, accidentals_measured_error } = pattern;
  const { car, car_error, efficiency, efficiency_error } = pattern;
  const efficiencies = Object.entries(efficiency ?? {}).map(([channel, value]) =>
    h(
      "div",
      {},
      h("span", { class: "faint" }, `${channel}: `),
      share(value, efficiency_error?.[channel] ?? null),
    ),
  );
  return h(
    "tr",
    { class: kind ?? null },
    head,
    h("td", {}, measured(counts, counts_error)),
    h("td", {}, measured(accidentals, null)),
    h("td", {}, measured(accidentals_measured, accidentals_measured_error)),
    h("td", {}, measured(car, car_error)),
    h("td", {}, ...(efficiencies.length > 0 ? efficiencies : ["–"])),
  );
}

function removePattern(pattern: readonly bigint[]): void {
  setView({ patterns: get().view.patterns.filter((other) => setOf(other) !== setOf(pattern)) });
}
