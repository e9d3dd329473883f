import { count } from "@tagview/charts";
import type { Panel } from "../../../app/panel";
import { h, setText, showText } from "../../../ui/dom";
import { some } from "../../../ui/numbers";
import { damageBegins, firstPart, signsOfDamage, soundPart } from "../session/damage";
import { errorText } from "../session/error-text";
import { errorOf, snapshotOf, summaryOf } from "../session/reading";
import { get, type State, setView } from "../session/state";
import { time } from "../session/time";

/** A line above the charts of a damaged recording: the damage, its time, the recovered part, and the remedy. */
export function bannerPanel(): Panel<State> {
  const what = h("p", { class: "banner-what" });
  const disorder = h("p", { class: "banner-what" });
  const rest = h("p", { class: "banner-rest" });
  const use = h("button", { onclick: useSoundPart }, "Use the sound part");
  const more = h("details", { hidden: true }, h("summary"), h("ul"));
  const root = h(
    "section",
    { class: "banner", "aria-label": "Damage", hidden: true },
    h("div", {}, what, disorder, rest),
    use,
    more,
  );
  return {
    root,
    render: ({ current, view: { range } }) => {
      const reading = current?.reading;
      const error = errorOf(reading);
      const summary = summaryOf(reading);
      const sound = soundPart(summary);
      const { findings = [] } = snapshotOf(reading) ?? {};
      root.hidden = error === null && sound === null;
      showText(what, error && errorText(error));
      disorder.hidden = use.hidden = sound === null || summary === null;
      if (sound && summary) {
        setText(disorder, `${capitalised(damageBegins(sound))}: ${signsOfDamage(summary)}.`);
        use.hidden = range !== null && range.to <= sound.range.to;
      }
      const recovered =
        summary && summary.tags > 0
          ? `Recovered: ${some(summary.tags, "tag")}${summary.span === null ? "" : ` over ${time(summary.span)}`}.`
          : "Nothing could be recovered.";
      const related = sound
        ? `Correlations and coincidences are counted up to there, the ${firstPart(sound)} of the tags.`
        : null;
      setText(rest, [error && `${recovered} (${error.code})`, related].filter(Boolean).join(" "));
      const others = findings.filter(
        (finding) => finding.message !== error?.message || finding.offset !== error.offset,
      );
      more.hidden = others.length === 0;
      const [title, list] = [more.querySelector("summary"), more.querySelector("ul")];
      if (title) setText(title, `${count(others.length)} more`);
      list?.replaceChildren(...others.map((finding) => h("li", {}, errorText(finding))));
    },
  };
}

/** Limits the charts to the part before the damage. */
function useSoundPart(): void {
  const { current, tick } = get();
  const sound = soundPart(summaryOf(current?.reading));
  // The damaged tags' times may lie so far away that nothing else can be seen beside them.
  if (sound) setView({ range: sound.range, rate: [0, Number(sound.range.to) * tick] });
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
