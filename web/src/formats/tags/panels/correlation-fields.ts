/** The fields and buttons of a correlation: bin, delays, period, fit, counts or g2, linear or logarithmic. */

import { modelName } from "@tagview/charts";
import { FIT_MODELS, type FitModel, type Hint } from "@tagview/engine";
import { type Choice, choice } from "../../../ui/choice";
import { quietButton, setAttribute } from "../../../ui/dom";
import { type Field, field } from "../../../ui/field";
import { panelFields } from "../../../ui/panel-fields";
import { readBin, readDelays, readPeriod } from "../model/checks";
import type { Parameters } from "../model/parameters";
import { clockText, type Period } from "../model/view";
import { backToPeak, changeBin, toggleLogarithmic } from "../session/correlation-range";
import { headerPeriodOf } from "../session/recording";
import { parametersNow, wholeOf } from "../session/results";
import { get, type State, setView } from "../session/state";
import { boxed, boxedRange, boxedReal, boxOf } from "../session/time";
import { hintList } from "./hints";

const PERIOD_TITLE =
  "Pulse period, such as 12.5 ns, ch5 for the period of the clock on channel 5, ch5/8 for a clock that ticks at one pulse of 8; none for light that is not pulsed";

/** The fields; beside the period stand the hints on it. */
export function correlationFields(): {
  root: HTMLElement;
  render(state: State, now: Parameters, onPeriod: readonly Hint[]): void;
} {
  const [bin, delays, period] = [binField(), delaysField(), periodField()];
  const narrower = button("−", "Narrower bins ([)", () => changeBin(-1));
  const wider = button("+", "Wider bins (])", () => changeBin(1));
  const scale = button("g2", "Show g2 instead of counts (g)", toggleNormalised);
  const log = button("log delays", "Logarithmic bins of delay (l)", toggleLogarithmic);
  const fit = fitChoice();
  const hints = hintList();
  const parts = [bin.root, narrower, wider, delays.root, period.root, hints.root, fit.root, scale, log];
  return {
    root: panelFields("Correlation", ...parts),
    render: (state, now, onPeriod) => {
      const { view } = state;
      bin.render(now.bin === null ? "" : boxed(now.bin));
      for (const control of [bin.root, narrower, wider]) control.hidden = now.bin === null;
      delays.render(boxedRange(now.g2));
      const stated = headerPeriodOf(state.current);
      period.render(periodText(view.period), stated === null ? "not given" : boxedReal(stated, 7));
      const source =
        stated === null ? "" : `; empty for the period of the file's header, ${boxedReal(stated, 7)}`;
      setAttribute(period.input, "title", `${PERIOD_TITLE}${source}`);
      hints.render(onPeriod);
      fit.render(view.fit ?? "none");
      setAttribute(scale, "aria-pressed", String(view.normalised));
      setAttribute(log, "aria-pressed", String(view.logarithmic));
    },
  };
}

function button(text: string, name: string, act: () => void): HTMLButtonElement {
  return quietButton(text, act, { title: name, "aria-label": name });
}

function binField(): Field {
  return field({
    label: "bin",
    name: "Bin width",
    title: "Width of a bin, such as 1 ns or 6 ticks; if empty, it is automatic ([ and ])",
    size: 7,
    apply: (text, shown) => {
      const now = parametersNow(get());
      if (!now) return null;
      const bin = text === "" ? null : readBin(text, now.g2, boxOf(shown));
      setView({ bin: bin?.value ?? null });
      return bin?.rounded ?? null;
    },
  });
}

function delaysField(): Field {
  return field({
    label: "delays",
    name: "Range of delays",
    title: "Delays such as -50..100 ns, or 50 ns for both sides; if empty, those around the peak",
    size: 13,
    apply: (text, shown) => {
      if (text === "") {
        backToPeak();
        return null;
      }
      const { value, rounded } = readDelays(text, get().view, boxOf(shown));
      setView({ g2: value });
      return rounded;
    },
  });
}

function periodField(): Field {
  return field({
    label: "period",
    name: "Period of pulsed light",
    title: PERIOD_TITLE,
    size: 9,
    apply: (text, shown) => {
      const known = wholeOf(get().current, "summary")?.channels.map(({ channel }) => channel) ?? [];
      setView({ period: text === "" ? null : readPeriod(text, known, boxOf(shown)) });
      return null;
    },
  });
}

function fitChoice(): Choice<FitModel | "none"> {
  const models = FIT_MODELS.map((model) => [model, modelName(model)] as const);
  return choice<FitModel | "none">({
    label: "fit",
    name: "Fit of a model",
    title:
      "Model that is fitted to g2: antibunching of an emitter with two levels, or with a dark state (three); a Lorentzian, a Gaussian or exponential decays to both sides, as of bunching",
    options: [["none", "none"], ...models],
    apply: (value) => setView({ fit: value === "none" ? null : value }),
  });
}

/** A chosen period as text for its box; empty for none. */
function periodText(period: Period | null): string {
  if (period === null) return "";
  if (typeof period !== "number") return clockText(period);
  return period === 0 ? "none" : boxedReal(period, 7);
}

/** Changes between counts and g2. */
export function toggleNormalised(): void {
  setView({ normalised: !get().view.normalised });
}
