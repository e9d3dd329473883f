import { lifetimeChart } from "@tagview/charts";
import { type Lifetime, parseRealTime, TagviewError } from "@tagview/engine";
import type { Panel } from "../../../app/panel";
import { store } from "../../../app/store";
import { h, setText } from "../../../ui/dom";
import { type Field, field } from "../../../ui/field";
import { type Figure, figure } from "../../../ui/figure";
import { folding } from "../../../ui/folding";
import { sentence } from "../../../ui/sentence";
import { plain } from "../checks";
import { lifetimeOf, refusalOf } from "../results";
import { isPending, scopeLabel } from "../scope-label";
import { get, type State, setView } from "../state";
import { fineTime, tickNow } from "../time";
import type { Clocked } from "../view";

const NOTHING = { channel: 0n, period: null, bin: null, counts: new Float64Array(), decays: null, fits: [] };

/** A channel after a clock's pulses, folded by the clock's period, and the decay that fits. */
export function lifetimePanel(): Panel<State> {
  const panel: Figure = figure({
    id: "lifetime",
    title: "Lifetime",
    hint: "Write the clock's channel and the channel that follows it into the fields.",
    onResize: store.refresh,
  });
  const sync = field({
    label: "clock",
    name: "Channel of the clock",
    title: "The clock's channel; empty where times themselves count from its pulses (T3), with a period",
    size: 4,
    apply: (text) => change({ sync: readChannel(text) }),
  });
  const channel = field({
    label: "channel",
    name: "Channel after the clock",
    title: "The channel whose tags are counted after the clock's pulses",
    size: 4,
    apply: (text) => change({ channel: readChannel(text) }),
  });
  const period = field({
    label: "period",
    name: "Period of the clock",
    title:
      "In ticks or with a unit; empty for the mean gap of the clock's channel. A clock with a tag for every few pulses only needs it.",
    size: 9,
    apply: (text) => change({ period: text === "" ? null : parseRealTime(plain(text), tickNow()) }),
  });
  const refused = h("p", { class: "refused", role: "alert", hidden: true });
  const remarks = h("p", { class: "faint lifetime-remarks", hidden: true });
  panel.root.children[0]?.after(
    h("div", { class: "panel-fields" }, sync.root, channel.root, period.root),
    refused,
    remarks,
  );
  const { open } = folding(panel, "Lifetime");
  /** Whether a link or the person has chosen a channel, so that the panel was opened. */
  let chosen = false;
  return {
    root: panel.root,
    render: (state, changed) => {
      const { current, view, tick, units } = state;
      const { width, height } = panel.size();
      const { lifetime } = view;
      if (!chosen && lifetime.channel !== null) {
        chosen = true;
        open();
      }
      if (!current || width === 0) return;
      showChannel(sync, lifetime.sync);
      showChannel(channel, lifetime.channel);
      period.render(lifetime.period === null ? "" : fineTime(lifetime.period, 8).replaceAll("\u00a0", ""));
      panel.label(scopeLabel(state, "lifetime"), isPending(state, "lifetime"));
      const refusal = refusalOf(current, "lifetime");
      refused.hidden = refusal === null;
      setText(refused, refusal ? sentence(refusal) : "");
      const answer = refusal ? null : lifetimeOf(current);
      const data = answer ?? NOTHING;
      if (!changed(data, tick, units, width, height)) return;
      const said = answer?.remarks ?? [];
      remarks.hidden = said.length === 0;
      setText(remarks, said.map(({ message }) => message).join("; "));
      const options = { width, height, tick, units, subject: current.name };
      panel.draw(lifetimeChart(document, data, options), null, async () =>
        (await import("@tagview/charts/csv")).lifetimeCsv(data, options),
      );
      panel.say(answer ? found(answer) : null);
    },
  };
}

function change(part: Partial<Clocked>): void {
  setView({ lifetime: { ...get().view.lifetime, ...part } });
}

function showChannel({ render }: Field, channel: bigint | null): void {
  render(channel === null ? "" : String(channel));
}

/** @throws TagviewError where it is neither empty nor a channel. */
function readChannel(text: string): bigint | null {
  if (text.trim() === "") return null;
  if (!/^\d{1,20}$/u.test(text.trim())) {
    throw new TagviewError("usage", `"${text}" is not a channel`, "write its number");
  }
  return BigInt(text.trim());
}

/** "3.98 ns ± 45 ps, period 200 ns". */
function found({ lifetime, lifetime_error, decays, period }: Lifetime): string {
  const clock = period === null ? "no clock" : `period ${fineTime(period, 5)}`;
  if (lifetime === null) return clock;
  const mean = decays === 2 ? "mean of two decays " : "";
  return `${mean}${fineTime(lifetime)} ± ${fineTime(lifetime_error, 2)}, ${clock}`;
}
