/** Connects figures with the captions of their saved and copied charts. */

import type { Counting, Figure } from "../../../ui/figure";
import { countingOf } from "../session/counting";
import { type Shown, shownIn } from "../session/shown";
import type { State } from "../session/state";
import type { PanelId } from "./panel-id";

/** Forms in which every chart can be copied. */
export const COPIES = ["command line", "Python", "JSON"];

/** The figures of the page that were drawn. */
export const figures = new Map<PanelId, Pick<Figure, "exportable" | "state">>();

/** Labels a panel's figure, and sets the caption of its saved chart: both describe the answer that is drawn. */
export function labelFigure(
  figure: Pick<Figure, "label" | "caption" | "exportable" | "state">,
  panel: PanelId,
  state: State,
  tags: Parameters<typeof shownIn>[2] = null,
): void {
  figures.set(panel, figure);
  captionFigure(figure, shownIn(panel, state, tags), countingOf(panel, state));
}

/** The same for a figure that is not in reports. */
export function captionFigure(
  figure: Pick<Figure, "label" | "caption">,
  shown: Shown | null,
  counting: Counting,
): void {
  if (shown === null) return;
  figure.label(shown.label, counting);
  figure.caption(async () => (await import("./index")).exportedOf(shown));
}
