import { count, si } from "@tagview/charts";
import type { HistogramCurve, HistogramFile } from "@tagview/engine";
import { itemCard } from "../../../app/item-card";
import type { Panel } from "../../../app/panel";
import type { Shell } from "../../../app/viewer";
import { h, quietButton } from "../../../ui/dom";
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

const READ_AS = "Read as delays and counts, because the first column is equidistant.";
/** The viewer of time tags, and the import of text, which asks for the columns. */
const AS_TAGS = { format: "tags", readAs: { import: "columns" } };

/** What the file states of itself, its findings, and the list of its curves. */
export function cardPanel({ copyLink, open }: Pick<Shell, "copyLink" | "open">): Panel<HistogramItem> {
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
  const asTags = quietButton("Read as time tags", () => openAsTags(get().current, open), {
    title: "Choose the columns of the channel and of the time",
  });
  const readAs = h("p", { class: "faint", hidden: true }, `${READ_AS} `, asTags);
  const fields = h("div", { class: "panel-fields", hidden: true }, unit.root);
  const card = itemCard("histogram", [linkButton(copyLink)], parts);
  card.root.children[0]?.after(fields);
  card.root.append(readAs);
  return {
    root: card.root,
    render: (item) => {
      const { reading, view } = item;
      const isText = reading.is === "read" && reading.what.format === "text";
      readAs.hidden = !isText;
      fields.hidden = view.unit === "" && !isText;
      unit.render(view.unit, "as in file");
      card.render(item);
    },
  };
}

/** Opens the text beside the histogram, in the viewer of time tags. */
function openAsTags(item: HistogramItem | null, open: Shell["open"]): void {
  if (item === null) return;
  const { name, source, origin } = item;
  const { format, readAs } = AS_TAGS;
  open({ name, source: { ...source, readAs }, origin, format });
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
