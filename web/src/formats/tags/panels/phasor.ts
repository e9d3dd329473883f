import { count, type PhasorData, phasorChart, phasorPixels } from "@tagview/charts";
import type { Image } from "@tagview/engine";
import type { Panel } from "../../../app/panel";
import { figure } from "../../../ui/figure";
import { drawing } from "../../../ui/signals";
import { labelFigure } from "../export/panels";
import { answered, imageOf } from "../session/results";
import { analysisOf } from "../session/shown";
import { get, type State } from "../session/state";
import { partsOf } from "./figure-parts";

/** The phasors of the pixels of a scanned sample's region. */
export function phasorPanel(): Panel<State> {
  const panel = figure({
    ...partsOf("phasor"),
    title: "Phasor plot",
    lead: "Photons by the phasor of their pixel: the stronger the colour, the more photons. Pixels with one decay lie on the semicircle.",
    hint: "It shows the pixels of the region of the image.",
  });
  const drawn = drawing(() => {
    const { current, tick } = get();
    const image = imageOf(current);
    const data = image && phasorsOf(image);
    if (!data) {
      panel.wait();
      return;
    }
    const { region = null } = analysisOf(answered(current, "image"), "image") ?? {};
    const has = (column: number, line: number): boolean =>
      region === null ||
      (column >= region.x_from && column <= region.x_to && line >= region.y_from && line <= region.y_to);
    const options = { subject: current?.name ?? "", tick, has };
    panel.draw({
      chart: (size) => phasorChart(document, data, { ...options, ...size }),
      csv: async () => (await import("@tagview/charts/csv")).phasorCsv(data, has),
    });
    panel.setReadout(headline(data, has));
  });
  return {
    root: panel.root,
    render: (state) => {
      panel.root.hidden = imageOf(state.current)?.period == null;
      if (panel.root.hidden || panel.size().width === 0) return;
      labelFigure(panel, "phasor", state);
      drawn();
    },
  };
}

function phasorsOf({ width, height, intensity, g, s, period }: Image): PhasorData | null {
  return period === null ? null : { width, height, intensity, g, s, period };
}

/** "3,072 pixels, 58,112 photons". */
function headline(data: PhasorData, has: (column: number, line: number) => boolean): string {
  let [pixels, photons] = [0, 0];
  for (const pixel of phasorPixels(data, has)) {
    pixels += 1;
    photons += pixel.photons;
  }
  return `${count(pixels)} pixels, ${count(photons)} photons`;
}
