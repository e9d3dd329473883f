import { untracked } from "@preact/signals-core";
import type { Frame, KeyFigure } from "@tagview/charts";
import { h, quietButton, setAttribute, setText, showText, svg } from "./dom";
import { showEmphasis } from "./emphasis";
import { type Entry, explanation } from "./explanation";
import { exportMenu } from "./export-menu";
import type { Exportable, Exported } from "./exported";
import { figureList, figuresText } from "./key-figures";
import { maximiseButton } from "./maximised";
import { some } from "./numbers";
import { setParts } from "./parts";
import { change, reactive } from "./signals";
import { attach, type Gestures } from "./zoom";

/** Number of characters from which a headline has lines of its own, and of a title that leaves no room beside it. */
const LONG = 80;
const LONG_TITLE = 28;

/** The parts of a chart's panel. */
export interface FigureParts {
  /** Part of the panel's class, and the default name of saved files. */
  id: string;
  title: string;
  /** One sentence on the content of the chart and how to read it. */
  lead: string;
  /** How the chart is used, for screen readers. */
  hint: string;
  /** Loads the explanations of its words and numbers, behind a `?`. */
  explanation?: () => Promise<readonly Entry[]>;
  /** The forms in which the chart can be copied: keys of the `copies` of its caption. */
  copies?: readonly string[];
  /** Repeats a stopped query. */
  countAgain?: () => void;
  /** Zoom, drag and pointing; a chart without them listens on `host` itself. */
  gestures?: Omit<Gestures, "frame">;
}

/** Whether the chart shows the result of the current query. */
export type Counting = "done" | "pending" | "stopped";

/** Whole pixels of a chart. */
export interface Size {
  width: number;
  height: number;
}

/** A chart as functions of its size. */
export interface Drawing {
  chart: (size: Size) => SVGSVGElement;
  /** Its plotting area, for gestures. */
  frame?: (size: Size) => Frame;
  /** Its numbers, for a saved file. */
  csv: () => string | Promise<string>;
}

/** What stands in the room for the chart. */
type Content = { is: "nothing" | "counting" } | { is: "drawn"; drawing: Drawing };

/** A panel with a heading, tools, and a chart. */
export interface Figure {
  root: HTMLElement;
  /** Room for the panel's own controls, right of the heading. */
  tools: HTMLElement;
  /** The element around the chart that receives focus and pointer events. */
  host: HTMLElement;
  /** A layer over the chart, for drawing without redrawing the chart. */
  overlay: SVGSVGElement;
  /** The plotting area of the drawn chart; null if nothing is drawn. */
  frame: () => Frame | null;
  /** Whole pixels of the room for the chart; 0 as long as the panel is not seen. */
  size: () => Size;
  /** Replaces the chart by one of this size, which it returns. */
  draw: (drawing: Drawing) => SVGSVGElement;
  /** Sets the caption of the saved chart, which `load` loads from the data of the chart. */
  caption: (load: () => Promise<Exported>) => void;
  /** Whether the chart is drawn, or waits for its first numbers. */
  state: () => Content["is"];
  /** The chart as it is now; null if none is drawn. */
  exportable: () => Exportable | null;
  /** Shows that the chart is being counted, or another reason why there is none. */
  wait: (why?: string) => void;
  /** Changes the sentence about the chart; null restores the initial one. */
  setLead: (text: string | null) => void;
  /** Changes the panel's title; `whole` is the full form of a shortened title. */
  name: (title: string, whole?: string) => void;
  /** Shows beside the title of a drawn chart the part of the data that it covers, null for all. */
  label: (scope: string | null, counting?: Counting) => void;
  /**
   * Sets the text on the whole chart; `more` on hover. From `gestures.point`, the text on the point, if
   * that is one.
   */
  setReadout: (text: string | null, more?: string) => void;
  /** Shows key figures in place of the text on the whole chart. */
  setFigures: (figures: readonly KeyFigure[]) => void;
  /** Draws the pointer's line at a value of the horizontal axis; null removes it. */
  pointAt: (value: number | null) => void;
  /** Shows text about a point of a chart without gestures; null if no point is under the pointer. */
  setPointReadout: (text: string | null) => void;
}

/** Makes the panel of a chart. */
export function figure(parts: FigureParts): Figure {
  const { id, title, lead, hint, explanation: loadEntries, copies, countAgain, gestures } = parts;
  const room = reactive({ width: 0, height: 0 });
  const drawn = reactive<{ frame: Frame | null }>({ frame: null }, () => {});
  let content: Content = { is: "nothing" };
  /** The part of the data that the chart covers. */
  let scope: string | null = null;
  let caption = async (): Promise<Exported> => ({ file: `tagview-${id}`, caption: [], copies: new Map() });
  const size = (): Size => ({ width: room.width, height: room.height });
  const heading = h("h2", { id: `${id}-title` }, title);
  const chip = h("span", { class: "chip", hidden: true });
  const again = h("button", { class: "small", hidden: true, onclick: () => countAgain?.() }, "Count again");
  const readoutText = h("span", { class: "readout-text", "aria-hidden": "true" });
  let list = figureList([]);
  const readout = h("div", { class: "readout" }, list, readoutText);
  /** The text about the whole chart or its key figures, and whether the text about a point replaces them. */
  let headline = "";
  let figures: readonly KeyFigure[] = [];
  let isPointed = false;
  const tools = h("div", { class: "tools" });
  const leading = h("p", { class: "lead" }, lead);
  const about = h("div", { class: "about" }, readout, leading);
  // On a low screen, the text has two lines and the controls have one row until it is pressed.
  const showMore = (): void => setAttribute(more, "aria-expanded", String(root.classList.toggle("whole")));
  const more = quietButton("More", showMore, {
    title: "Show all text and controls of this panel",
    "aria-expanded": "false",
    hidden: true,
  });
  const place = h("div", { class: "chart" });
  const overlay = svg("svg", { class: "overlay", "aria-hidden": "true" });
  const host = h(
    "div",
    { class: "plot", tabindex: 0, role: "group", "aria-label": `${title}. ${hint}`, title: "" },
    place,
    overlay,
  );
  const placeReadout = (): void => {
    const isLong = headline.length > LONG || (heading.textContent?.length ?? 0) > LONG_TITLE;
    readout.classList.toggle("long", isLong);
  };
  const setReadout: Figure["setReadout"] = (text, more) => {
    setParts(readoutText, text ?? "");
    if (!isPointed) headline = text ?? "";
    setAttribute(readout, "data-headline", isPointed ? headline : null);
    placeReadout();
    // A long text is cut at its end.
    setAttribute(readout, "title", more ?? text);
  };
  const exportable: Figure["exportable"] = () => {
    const chart = place.querySelector("svg");
    if (content.is !== "drawn" || chart === null) return null;
    const { chart: redraw, csv } = content.drawing;
    return { chart, redraw, csv, headline: headline || figuresText(figures), exported: caption };
  };
  const setFigures: Figure["setFigures"] = (next) => {
    figures = next;
    const made = figureList(next);
    list.replaceWith(made);
    list = made;
    readout.classList.toggle("has-figures", next.length > 0);
  };
  const showScope = (): void => showText(chip, content.is === "drawn" ? scope : null);
  const exporting = exportMenu(title, exportable, copies ?? []);
  tools.append(more, exporting.root, ...(loadEntries ? [explanation(title, loadEntries)] : []));
  const root = h(
    "section",
    { class: `panel figure figure-${id}`, "aria-labelledby": `${id}-title` },
    h("div", { class: "panel-head" }, heading, chip, again, about, tools),
    host,
  );
  tools.append(maximiseButton(root, title));
  let pointAt: Figure["pointAt"] = () => {};
  if (gestures) {
    const point: Gestures["point"] = (x, y) => {
      isPointed = x !== null;
      gestures.point(x, y);
    };
    pointAt = attach(host, overlay, { ...gestures, point, frame: () => untracked(() => drawn.frame) });
  }
  new ResizeObserver(([entry]) => {
    const { width = 0, height = 0 } = entry?.contentRect ?? {};
    change(room, { width: Math.floor(width), height: Math.floor(height) });
  }).observe(host);
  const isCut = (part: Element | null): boolean => part !== null && part.scrollHeight > part.clientHeight + 2;
  const offerMore = new ResizeObserver(() => {
    const isAllShown = !isCut(about) && !isCut(root.querySelector(":scope > .panel-fields"));
    const remarks = list.querySelectorAll<HTMLElement>("dd.faint");
    const hasHidden = remarks[0]?.offsetParent === null;
    more.hidden = isAllShown && !hasHidden && !root.classList.contains("whole");
    // A number does not stand without a sign of what is remarked on it.
    const text = hasHidden ? some(remarks.length, "remark") : "More";
    setText(more, text);
    setAttribute(more, "aria-label", `${text}: ${title}`);
    more.classList.toggle("warning", hasHidden);
  });
  for (const part of [root, readout, leading]) offerMore.observe(part);
  // A control in a hidden row was reached by the keyboard.
  root.addEventListener("focusin", () => {
    if (root.querySelector(":scope > .panel-fields:has(:focus-visible)")?.scrollTop) showMore();
  });
  return {
    root,
    tools,
    host,
    overlay,
    frame: () => drawn.frame,
    size,
    draw: (drawing) => {
      content = { is: "drawn", drawing };
      showScope();
      const made = drawing.chart(size());
      // A chart without data is a sentence.
      drawn.frame = made.querySelector(".tv-empty") ? null : (drawing.frame?.(size()) ?? null);
      setAttribute(overlay, "viewBox", made.getAttribute("viewBox"));
      place.replaceChildren(made);
      exporting.allow(true);
      showEmphasis(made);
      return made;
    },
    caption: (load) => {
      caption = load;
    },
    state: () => content.is,
    exportable,
    wait: (why = "Counting …") => {
      drawn.frame = null;
      content = { is: "counting" };
      showScope();
      exporting.allow(false);
      place.replaceChildren(h("p", { class: "waiting" }, why));
      // The text belongs to an earlier chart.
      isPointed = false;
      setReadout(null);
      setFigures([]);
    },
    setLead: (text) => setText(leading, text ?? lead),
    name: (next, whole = next) => {
      setText(heading, next);
      placeReadout();
      setAttribute(heading, "title", whole === next ? null : whole);
      setAttribute(host, "aria-label", `${whole}. ${hint}`);
    },
    label: (next, counting = "done") => {
      scope = next;
      showScope();
      setAttribute(root, "aria-busy", String(counting === "pending"));
      again.hidden = counting !== "stopped";
    },
    setReadout,
    setFigures,
    pointAt,
    setPointReadout: (text) => {
      isPointed = text !== null;
      setReadout(text ?? headline);
    },
  };
}
