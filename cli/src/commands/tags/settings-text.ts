/** The settings of two analysers as text, and as tables for programs. */

import { count } from "../../output/numbers";
import { noteLines } from "../../output/remarks";
import { table } from "../../output/table";
import { integers, reals, type TableRows, texts } from "../../output/tsv";
import { uncertainNumber } from "../../output/uncertain";
import type { Tick } from "../../runtime/engine";
import type { Label } from "./channel-file";
import type { SettingsJson } from "./settings.schema";
import { withSeconds } from "./with-tick";

/** Outcomes of a setting, in this order: `++`, `+-`, `-+`, `--`. */
export const OUTCOMES = ["++", "+-", "-+", "--"] as const;

const DERIVED = ["correlation", "qber", "correlation_corrected", "qber_corrected"] as const;

const COLUMNS = [
  ...texts("name"),
  ...integers("from", "to", "counts_pp", "counts_pm", "counts_mp", "counts_mm"),
  ...reals("accidentals_pp", "accidentals_pm", "accidentals_mp", "accidentals_mm"),
  ...reals(...DERIVED.flatMap((name) => [name, `${name}_error`])),
];

export function settingsTsv({ settings }: SettingsJson, tick: Tick): TableRows {
  const rows = settings.map((setting) => [
    setting.name,
    setting.outcomes[0]?.from ?? null,
    setting.outcomes.at(-1)?.to ?? null,
    ...setting.outcomes.map(({ counts }) => counts),
    ...setting.outcomes.map(({ accidentals }) => accidentals),
    ...DERIVED.flatMap((name) => [setting[name], setting[`${name}_error`]]),
  ]);
  const table = withSeconds({ columns: COLUMNS, rows }, tick, ["from", "to"]);
  return { begins: table.columns, rows: [...table.rows] };
}

export function settingsText(json: SettingsJson, label: Label): string {
  const value = (value: number | null, error: number | null) =>
    value === null ? "–" : uncertainNumber(value, error);
  const rows = json.settings.map((setting) => [
    setting.name,
    ...setting.outcomes.map(({ counts }) => count(counts)),
    value(setting.correlation, setting.correlation_error),
    value(setting.correlation_corrected, setting.correlation_corrected_error),
    value(setting.qber, setting.qber_error),
    value(setting.qber_corrected, setting.qber_corrected_error),
  ]);
  const titles = ["E", "E corrected", "QBER", "QBER corrected"];
  const columns = [
    { title: "setting", align: "left" as const },
    ...[...OUTCOMES, ...titles].map((title) => ({ title, align: "right" as const })),
  ];
  const s =
    json.s === null
      ? ""
      : `S of CHSH: ${value(json.s, json.s_error)}, without accidentals ` +
        `${value(json.s_corrected, json.s_corrected_error)}; local hidden variables allow -2 to 2\n`;
  const [a, b] = [json.a, json.b].map((channels) => channels.map(label).join(" and "));
  return `correlations of ${a} with ${b}\n${s}${noteLines(json.remarks, null)}\n${table(columns, rows)}\n`;
}
