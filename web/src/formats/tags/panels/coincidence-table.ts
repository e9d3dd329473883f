import { channelName, coincidenceChart, shorten, shortNumber } from "@tagview/charts";
import type { AccidentalsBy, Coincidence, CoincidencePattern } from "@tagview/engine";
import { h, quietButton } from "../../../ui/dom";
import { few } from "../../../ui/few";
import { longName } from "../../../ui/long-name";
import { measured } from "../../../ui/numbers";
import { inUnits } from "../../../ui/sentence";
import { namesIn } from "../model/names";
import { setOf } from "../model/parameters";
import { patternTexts } from "../session/pattern-texts";
import { get, setView } from "../session/state";
import { fineTime } from "../session/time";

/** The coincidences of the compared recording. */
interface Compared {
  name: string;
  data: Coincidence;
}

export interface CoincidenceTable {
  root: HTMLElement;
  render: (data: Coincidence | null, second: Compared | null) => void;
  /** Draws the chart. Its code is loaded with the table. */
  chart: typeof coincidenceChart;
}

/** Letters of a channel in a row: longer ones are cut. */
const LONGEST = 12;

/** A row of numbers for each pattern, and below it those of the compared recording. */
export function coincidenceTable(): CoincidenceTable {
  const heads = h("tr");
  const body = h("tbody");
  const remarks = h("tbody", { class: "remarks" });
  const root = h(
    "table",
    { class: "coincidences" },
    h("caption", { class: "unseen" }, "Coincidences"),
    h("thead", {}, heads),
    body,
    remarks,
  );
  return {
    root,
    chart: coincidenceChart,
    render: (data, second) => {
      heads.replaceChildren(
        h("th", { scope: "col" }, "channels"),
        ...columnsOf(data).map((name, k) => h("th", { scope: "col", title: EXPLAINED[k] ?? null }, name)),
      );
      body.replaceChildren(...rowsOf(data, second));
      const texts = data ? [...pulsedLight(data), ...data.patterns.flatMap(remarksOf)] : [];
      const listed = few(texts.map((text) => h("li", {}, text)));
      remarks.hidden = texts.length === 0;
      remarks.replaceChildren(h("tr", {}, h("td", { colspan: 6 }, h("ul", {}, ...listed))));
    },
  };
}

/** The columns of numbers. CAR names the accidentals that it is computed with. */
const columnsOf = (data: Coincidence | null): readonly string[] => [
  ...["counts", "accidentals (measured)", "accidentals (rates)"],
  ...[`CAR (${data?.accidentals_from === "rates" ? "rates" : "measured"})`, "efficiency"],
];

const EXPLAINED = [
  "Coincidences within the window; a pair has 2 window + 1 ticks. For few counts, with the 68 % interval",
  "Mean of windows displaced by 20 µs or more, with a period by whole periods; used for CAR and efficiency",
  "Accidentals of independent channels with these rates",
  "Coincidences to accidentals: (counts - accidentals) / accidentals",
  "Klyshko's: of the channel's arm, heralded by the other one",
];

function rowsOf(data: Coincidence | null, second: Compared | null): HTMLElement[] {
  return (data?.patterns ?? []).flatMap((pattern) => {
    const name = pattern.channels.join(" + ");
    const names = namesIn(get().view);
    const called = pattern.channels.map((channel) => channelName(channel, { names }));
    const short = called.map((one) => shorten(one, LONGEST)).join(" + ");
    const added = get().view.patterns.some((other) => setOf(other) === setOf(pattern.channels));
    const remove =
      added &&
      quietButton("×", () => removePattern(pattern.channels), {
        title: "Count it no more",
        "aria-label": `Count ${name} no more`,
      });
    const other = second?.data.patterns.find(({ channels }) => setOf(channels) === setOf(pattern.channels));
    return [
      row(
        h(
          "th",
          {
            scope: "row",
            "data-pattern": pattern.channels.join(","),
            title: short === name ? null : called.join(" + "),
          },
          short,
          remove,
        ),
        pattern,
        data,
      ),
      ...(other && second
        ? [
            row(
              h("th", { scope: "row", class: "second", title: second.name }, longName(second.name)),
              other,
              second.data,
              "second",
            ),
          ]
        : []),
    ];
  });
}

const TOO_FEW = "Fewer coincidences than expected by chance: no pairs of photons";
const NOT_OF_RATES = "Light that comes in pulses has more accidentals than its rates give";
const NO_PAIRS =
  "The correlation of these channels has no significant peak, and the counts do not exceed the accidentals";

function row(
  head: HTMLElement,
  pattern: CoincidencePattern,
  data: Coincidence | null,
  kind?: "second",
): HTMLElement {
  const columns = columnsOf(data);
  const texts = patternTexts(pattern, data, kind === "second" ? get().compared : get().current);
  const efficiencies = texts.efficiencies.map(([channel, text]) => {
    const name = h("span", { class: "faint" }, `${shortNumber(BigInt(channel))}: `);
    return h("div", {}, name, h("span", { title: text === "–" ? TOO_FEW : null }, text));
  });
  const why = madeBy(pattern) ?? whyNot(pattern, "accidentals", pattern.accidentals_measured);
  const cells: readonly (readonly [title: string | null, ...content: (Node | string)[]])[] = [
    [null, texts.counts],
    [why, texts.accidentalsMeasured],
    [data?.period && texts.accidentalsRates === "–" ? NOT_OF_RATES : null, texts.accidentalsRates],
    [whyNot(pattern, "car", pattern.car), texts.car],
    [null, ...(efficiencies.length > 0 ? efficiencies : ["–"])],
  ];
  if (texts.note !== null) head.append(h("div", { class: "faint", title: NO_PAIRS }, texts.note));
  return h(
    "tr",
    { class: [kind, texts.note && "without-pairs"].filter(Boolean).join(" ") || null },
    head,
    // A narrow panel has no columns: each number follows its name.
    ...cells.map(([title, ...content], index) =>
      h("td", { title, "data-name": columns[index] ?? "" }, h("div", {}, ...content)),
    ),
  );
}

/** The reason why a number is a dash; null if it is known. */
function whyNot({ remarks }: CoincidencePattern, about: string, value: number | null): string | null {
  if (value !== null) return null;
  const reasons = remarks
    .filter((remark) => remark.about === about)
    .map(({ message }) => inUnits(message, get()));
  return reasons.join("; ") || "No accidentals to compare with";
}

/** The sources of the accidentals of several channels, one per line; null for a pair. */
function madeBy({ accidentals_by }: CoincidencePattern): string | null {
  const line = ({ groups, counts }: AccidentalsBy): string =>
    `${groups.map((group) => group.join("+")).join(" with ")}: ${measured(counts, null)}`;
  return accidentals_by === null ? null : accidentals_by.map(line).join("\n");
}

/** The remarks on the accidentals, except those on errors that an interval replaces. */
function remarksOf({ channels, remarks }: CoincidencePattern): string[] {
  const shown = remarks.filter(({ about, code }) => about === "accidentals" && code !== "too-few-counts");
  const name = channels.join(" + ");
  return shown.map(({ message }) => `${name}: ${inUnits(message, get())}`);
}

/** The period and the position of the displaced windows; empty without a period. */
function pulsedLight({ period, displaced_from, displaced_to }: Coincidence): string[] {
  if (!period) return [];
  const where = `${fineTime(Number(displaced_from), 4)} to ${fineTime(Number(displaced_to), 4)}`;
  return [
    `The light is pulsed, ${fineTime(period, 5)}: measured accidentals are the mean of windows whole periods later, ${where}.`,
  ];
}

function removePattern(pattern: readonly bigint[]): void {
  setView({ patterns: get().view.patterns.filter((other) => setOf(other) !== setOf(pattern)) });
}
