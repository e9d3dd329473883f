import "./image.css";
import { count, type ImageOptions, imageChart, imageFrame, type KeyFigure } from "@tagview/charts";
import { headerImage, type Image, TagviewError } from "@tagview/engine";
import type { Panel } from "../../../app/panel";
import { choice } from "../../../ui/choice";
import { type Decay, decayFigure } from "../../../ui/decay";
import { h, showText } from "../../../ui/dom";
import { remarkList } from "../../../ui/few";
import { field } from "../../../ui/field";
import { figure } from "../../../ui/figure";
import { inUnits } from "../../../ui/sentence";
import { drawing } from "../../../ui/signals";
import { labelFigure } from "../export/panels";
import { regionOf, regionText } from "../model/region";
import { errorText } from "../session/error-text";
import { askLater } from "../session/later-queries";
import { imageOf, refusalOf } from "../session/results";
import { get, type State, setView } from "../session/state";
import { fineTime } from "../session/time";
import { partsOf } from "./figure-parts";
import { dragRegion } from "./image-region";
import { phasorPanel } from "./phasor";

/** The image of a scanned sample, and the decay and the phasors of a region of it. */
export function imagePanel(): Panel<State> {
  const panels = [mapPanel(), decayPanel(), phasorPanel()];
  askLater((recording, { view: { range, region } }) => {
    const request = recording.kind && headerImage(recording.kind);
    if (!request) return null;
    const analysis = { ...request, id: "image", ...(region && { region }) };
    return {
      topic: "image",
      request: { analyses: [analysis], ...(range ? { selection: range } : {}) },
    };
  });
  const root = h("div", { class: "image-panels", hidden: true }, ...panels.map(({ root }) => root));
  return {
    root,
    render: (state) => {
      root.hidden = state.current?.kind?.meta?.image == null;
      if (root.hidden) return;
      for (const panel of panels) panel.render(state);
    },
  };
}

function mapPanel(): Panel<State> {
  const panel = figure({
    ...partsOf("image"),
    title: "Image",
    lead: "Photons of each pixel, or their mean arrival time. Drag a rectangle to see its decay and its phasors.",
    hint: "Drag a rectangle to choose a region, or type one; double click for all pixels.",
  });
  const pixels = choice<"counts" | "mean">({
    label: "pixels",
    name: "Values of the pixels",
    title: "Content of the pixels: photons, or their mean arrival time after the sync",
    options: [
      ["counts", "photons"],
      ["mean", "mean arrival time"],
    ],
    apply: (value) => setView({ pixels: value }),
  });
  const region = field({
    label: "region",
    name: "Region",
    title: "Columns and lines, as in 10..20,5..9; empty for all pixels",
    size: 16,
    placeholder: "all pixels",
    apply: (text) => {
      const typed = text === "" ? null : regionOf(text.replaceAll(/\s/gu, ""));
      if (text !== "" && typed === null)
        throw new TagviewError(
          "usage",
          `"${text}" is not a region`,
          "write columns and lines, as in 10..20,5..9",
        );
      setView({ region: typed });
      return null;
    },
  });
  const refused = h("p", { class: "refused", role: "alert", hidden: true });
  const remarks = remarkList();
  panel.root.children[0]?.after(
    h("div", { class: "panel-fields" }, pixels.root, region.root),
    refused,
    remarks.root,
  );
  dragRegion(panel, (chosen) => setView({ region: chosen }));
  const drawn = drawing(() => {
    const { current, view, tick } = get();
    const data = imageOf(current);
    if (data === null) {
      panel.wait();
      return;
    }
    const options: ImageOptions = { subject: current?.name ?? "", ...valuesOf(data, view.pixels, tick) };
    remarks.render(data.remarks.map(({ message }) => inUnits(message, get())));
    panel.draw({
      chart: (size) => imageChart(document, data, { ...options, ...size }),
      frame: (size) => imageFrame(data, { ...options, ...size }),
      csv: async () => (await import("@tagview/charts/csv")).imageCsv(data, { tick }),
    });
    panel.setReadout(headline(data));
  });
  return {
    root: panel.root,
    render: (state) => {
      const { current, view } = state;
      pixels.render(view.pixels);
      region.render(view.region === null ? "" : regionText(view.region));
      const refusal = refusalOf(current, "image");
      showText(refused, refusal && errorText(refusal));
      panel.host.hidden = refusal !== null;
      if (!current || panel.size().width === 0) return;
      labelFigure(panel, "image", state);
      drawn();
    },
  };
}

function decayPanel(): Panel<State> {
  const panel = decayFigure({
    ...partsOf("region-decay"),
    title: "Decay of the region",
    lead: "Arrival times of the photons of the chosen pixels after a light pulse.",
    fields: [],
    shown: decayShown,
    zoom: (regionDecay) => setView({ regionDecay }),
  });
  return {
    root: panel.root,
    render: (state) => {
      panel.root.hidden = imageOf(state.current)?.period == null;
      if (panel.root.hidden || panel.size().width === 0) return;
      labelFigure(panel, "region-decay", state);
      panel.show(null);
    },
  };
}

/** The option of the chart that draws mean arrival times. */
function valuesOf({ mean }: Image, pixels: "counts" | "mean", tick: number): Pick<ImageOptions, "pixels"> {
  if (pixels === "counts" || mean.length === 0) return {};
  return { pixels: { values: mean.map((ticks) => ticks * tick), unit: "s", label: "mean arrival time" } };
}

function decayShown(): Decay | null {
  const { current, view, tick, units } = get();
  const image = imageOf(current);
  if (current === null || image === null || image.period === null) return null;
  const { period, decay: counts } = image;
  return {
    data: { channel: 0n, period, bin: 1, counts, lifetime: null, fits: [] },
    options: {
      tick,
      units,
      title: `Photons after a pulse of the light of ${current.name}`,
      view: view.regionDecay,
    },
    figures: decayFigures(image),
    remarks: [],
  };
}

/** "256 × 256 pixels, 3 frames, 1,204,331 photons". */
function headline({ width, height, frames, counts, sin_correction }: Image): string {
  const sine = sin_correction === null ? "" : `, sinusoidal mirror corrected (${sin_correction} %)`;
  return `${width} × ${height} pixels, ${count(frames)} ${frames === 1 ? "frame" : "frames"}, ${count(counts)} photons${sine}`;
}

/** The photons of the region, and their mean arrival time. */
function decayFigures({ decay, mean_delay }: Image): KeyFigure[] {
  const photons = { name: "photons", value: count(decay.reduce((sum, n) => sum + n, 0)) };
  return mean_delay === null
    ? [photons]
    : [photons, { name: "mean arrival time", value: fineTime(mean_delay) }];
}
