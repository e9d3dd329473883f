import { count, si } from "@tagview/charts";
import type { HistogramCurve, HistogramFile } from "@tagview/engine";
import type { Panel } from "../../../app/panel";
import { h, setText } from "../../../ui/dom";
import { factsList } from "../../../ui/facts";
import { field } from "../../../ui/field";
import { linkButton } from "../../../ui/link-button";
import { some } from "../../../ui/numbers";
import { sentence } from "../../../ui/sentence";
import { curveOf, get, type HistogramItem } from "../state";

const KINDS: Readonly<Record<string, string>> = {
  phu: "PicoQuant .phu",
  phd: "PicoQuant .phd",
  hhd: "PicoQuant .hhd",
  thd: "PicoQuant .thd",
  text: "text",
};

const READ_AS =
  "Read as delays and counts, because the first column is equidistant. To read time tags, use: tagview stats FILE --columns time,channel";

/** What the file states of itself, its findings, and the list of its curves. */
export function cardPanel(copyLink: () => Promise<boolean>): Panel<HistogramItem> {
  const title = h("h2");
  const body = h("div", { class: "viewer-card histogram-card" });
  const unit = field({
    label: "unit",
    name: "Unit of the delays",
    title: "Unit of the delays in a text file: s, ms, us, ns, ps or fs, or a length such as 81ps",
    size: 6,
    apply: (text) => {
      // The zoom is in the unit of the delays.
      get().current?.change({ unit: text, zoom: null });
      return null;
    },
  });
  const fields = h("div", { class: "panel-fields", hidden: true }, unit.root);
  const tools = h("div", { class: "tools" }, linkButton(copyLink));
  const root = h(
    "section",
    { class: "panel card" },
    h("div", { class: "panel-head" }, title, tools),
    fields,
    body,
  );
  return {
    root,
    render: (item) => {
      const { reading, view } = item;
      setText(title, item.name);
      fields.hidden = !(view.unit !== "" || (reading.is === "read" && reading.file.format === "text"));
      unit.render(view.unit, "as in file");
      if (reading.is === "read") body.replaceChildren(...parts(reading.file, item));
      else if (reading.is === "failed") body.replaceChildren(h("p", { class: "field-error" }, reading.error));
      else body.replaceChildren(h("p", { class: "field-note" }, "Reading …"));
    },
  };
}

function parts(file: HistogramFile, item: HistogramItem): HTMLElement[] {
  const curve = curveOf(item);
  const facts: [string, string | null][] = [
    ["kind", KINDS[file.format] ?? file.format],
    ["device", file.device],
    ["curves", count(file.curves.length)],
    ["counts", curve && count(curve.total)],
    ["bin width", curve && si(curve.resolution_s, "s", 4)],
    ["sync rate", curve && si(curve.sync_rate_hz, "Hz", 4)],
    ["first bin", curve && si(curve.start_s, "s", 4)],
    ["recorded", file.start],
  ];
  return [
    factsList(facts),
    ...(file.comment === null ? [] : [h("p", {}, file.comment)]),
    ...file.findings.map(({ message, remedy, offset }) =>
      h("p", { class: "field-error" }, sentence({ message, remedy: remedy ?? "", offset })),
    ),
    ...(file.format === "text" ? [h("p", { class: "faint" }, READ_AS)] : []),
    ...(file.curves.length > 1 ? [curves(file.curves, item)] : []),
  ];
}

/** The list of curves; a click displays one. */
function curves(all: readonly HistogramCurve[], item: HistogramItem): HTMLElement {
  const displayed = curveOf(item);
  return h(
    "ul",
    { class: "curve-list", "aria-label": "Curves" },
    ...all.map((curve, place) => {
      const input = curve.input === null ? "" : `, input ${curve.input}`;
      const text = `Curve ${place + 1}${input}: ${some(curve.total, "count")}`;
      const current = curve === displayed ? "true" : null;
      const show = (): void => item.change({ curve: place, zoom: null });
      return h("li", {}, h("button", { class: "file", "aria-current": current, onclick: show }, text));
    }),
  );
}
