import {
  type KeyFigure,
  type LifetimeData,
  type LifetimeOptions,
  lifetimeBinText,
  lifetimeChart,
  lifetimeExtent,
  lifetimeFrame,
  lifetimeView,
} from "@tagview/charts";
import { type Choice, choice } from "./choice";
import { h, showText } from "./dom";
import { remarkList } from "./few";
import { type Figure, type FigureParts, figure } from "./figure";
import { withRemarks } from "./key-figures";
import { panelFields } from "./panel-fields";
import { inUnits } from "./sentence";
import { derived, drawing } from "./signals";

/** A decay, and how it is drawn. */
export interface Decay {
  data: LifetimeData;
  options: LifetimeOptions;
  /** Key figures of the fit or of the counts. */
  figures: readonly KeyFigure[];
  remarks: readonly { about: string; message: string }[];
}

export interface DecayParts extends Omit<FigureParts, "hint" | "gestures"> {
  /** The panel's boxes. */
  fields: readonly HTMLElement[];
  /** The displayed decay; null before it is known. Depends on signals only. */
  shown: () => Decay | null;
  /** Sets the displayed delays in seconds; null for those that are shown first. */
  zoom: (delays: readonly [number, number] | null) => void;
}

export interface DecayFigure extends Figure {
  /** Draws the decay if it or the size changed. `refusal` states why there is no fit; null for no reason. */
  show: (refusal: string | null) => void;
}

/** Makes the panel of counts over the delay after a pulse, with the fitted decay. */
export function decayFigure({ fields, shown, zoom, ...parts }: DecayParts): DecayFigure {
  const decay = derived(shown);
  const extent = (): [number, number] | null => {
    const { data, options } = decay() ?? {};
    return data && options && data.period !== null ? lifetimeExtent(data, options) : null;
  };
  const panel: Figure = figure({
    ...parts,
    hint: "Zoom: drag, Control and wheel, or plus and minus. Move: arrow keys. Go back: double click, or 0.",
    gestures: {
      extent,
      zoom: (delays) => zoom(delays ?? extent()),
      drag: zoom,
      back: () => zoom(null),
      point: (delay) => {
        const { data, options } = decay() ?? {};
        panel.setReadout(delay !== null && data && options ? lifetimeBinText(data, delay, options) : null);
      },
    },
  });
  const refused = h("p", { class: "refused", role: "alert", hidden: true });
  const remarks = remarkList();
  const boxes = fields.length > 0 ? [panelFields(parts.title, ...fields)] : [];
  panel.root.children[0]?.after(...boxes, refused);
  panel.root.append(remarks.root);
  const drawn = drawing(() => {
    const known = decay();
    if (known === null) {
      remarks.render([]);
      panel.wait();
      return;
    }
    const { data } = known;
    const { figures, others } = withRemarks(known.figures, known.remarks, (message) =>
      inUnits(message, known.options),
    );
    remarks.render(others);
    const options = { ...known.options, view: known.options.view ?? lifetimeView(data, known.options) };
    panel.draw({
      chart: (size) => lifetimeChart(document, data, { ...options, ...size }),
      frame: (size) => lifetimeFrame(data, { ...options, ...size }),
      csv: async () => (await import("@tagview/charts/csv")).lifetimeCsv(data, options),
    });
    panel.setFigures(figures);
  });
  return {
    ...panel,
    show: (refusal) => {
      showText(refused, refusal);
      if (panel.size().width > 0) drawn();
    },
  };
}

/** The list of the number of fitted decays. */
export function decaysChoice(apply: (decays: "1" | "2") => void): Choice<"1" | "2"> {
  return choice({
    label: "decays",
    name: "Number of decays",
    title: "Number of exponential decays that are fitted",
    options: [
      ["1", "one"],
      ["2", "two"],
    ],
    apply,
  });
}
