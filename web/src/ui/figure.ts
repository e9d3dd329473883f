import type { Frame } from "@tagview/charts";
import { h, setAttribute, setText } from "./dom";
import { showEmphasis } from "./emphasis";
import { type Entry, explanation } from "./explanation";
import { maximiseButton } from "./maximised";
import { menu } from "./menu";
import { savePng, saveSvg, saveText } from "./save";
import { attach, type Gestures } from "./zoom";

const NS = "http://www.w3.org/2000/svg";

/** What a chart's panel is made of. */
export interface FigureParts {
  /** In the class of the panel and in the names of the files that its chart is saved in. */
  id: string;
  title: string;
  /** How the chart is used, for screen readers. */
  hint: string;
  /** What its words and numbers mean, behind a `?`. */
  explanation?: readonly Entry[];
  /** Zoom, drag and pointing; a chart without them listens on `host` itself. */
  gestures?: Omit<Gestures, "frame">;
  /** Called when the room for the chart changed: it has to be drawn anew. */
  onResize: () => void;
}

/** A panel with a heading, tools, and a chart. */
export interface Figure {
  root: HTMLElement;
  /** Room for the panel's own controls, right of the heading. */
  tools: HTMLElement;
  /** The element around the chart, which takes the focus and the pointer. */
  host: HTMLElement;
  /** Lies over the chart, for what is drawn without drawing the chart anew. */
  overlay: SVGSVGElement;
  /** Whole pixels of the room for the chart; 0 as long as the panel is not seen. */
  size: () => { width: number; height: number };
  /** Replaces the chart; `csv` writes its numbers when the person saves them. */
  draw: (chart: SVGSVGElement, frame: Frame | null, csv: () => string | Promise<string>) => void;
  /** Says that the chart is being counted. */
  wait: () => void;
  /** Changes the panel's title; `whole` is what a cut one stands for. */
  name: (title: string, whole?: string) => void;
  /** Says beside the title of how much of the data the chart is, null for all; and whether another is counted. */
  label: (scope: string | null, busy?: boolean) => void;
  /** What the pointer is over, or what there is to say of the whole chart; `more` on hover. */
  say: (text: string | null, more?: string) => void;
}

/** Makes the panel of a chart. */
export function figure({ id, title, hint, explanation: entries, gestures, onResize }: FigureParts): Figure {
  let drawn: Frame | null = null;
  let numbers = (): string | Promise<string> | null => null;
  let size = { width: 0, height: 0 };
  const heading = h("h2", { id: `${id}-title` }, title);
  const chip = h("span", { class: "chip", hidden: true });
  const readout = h("output", { class: "readout", "aria-hidden": "true" });
  const tools = h("div", { class: "tools" });
  const place = h("div", { class: "chart" });
  const overlay = document.createElementNS(NS, "svg");
  overlay.setAttribute("class", "overlay");
  overlay.setAttribute("aria-hidden", "true");
  const host = h(
    "div",
    { class: "plot", tabindex: 0, role: "group", "aria-label": `${title}. ${hint}`, title: "" },
    place,
    overlay as unknown as Node,
  );
  const chart = (): SVGSVGElement | null => place.querySelector("svg");
  const say: Figure["say"] = (text, more) => {
    setText(readout, text ?? "");
    // Of a long one, the end is cut off.
    setAttribute(readout, "title", more ?? text);
  };
  const saveNumbers = async (): Promise<void> => {
    try {
      saveText(await numbers(), `${name}.csv`, "text/csv");
    } catch {
      // What makes CSV is loaded only now.
      say("The numbers can't be saved: a part of the page could not be loaded.");
    }
  };
  const name = `tagview-${id}`;
  tools.append(
    menu("Save", `Save ${title}`, [
      { text: "SVG", label: `Save ${title} as SVG`, run: () => saveSvg(chart(), name) },
      { text: "PNG", label: `Save ${title} as PNG`, run: () => void savePng(chart(), name) },
      {
        text: "CSV",
        label: `Save ${title} as CSV`,
        run: () => void saveNumbers(),
      },
    ]).root,
    ...(entries ? [explanation(title, entries)] : []),
  );
  const root = h(
    "section",
    { class: `panel figure figure-${id}`, "aria-labelledby": `${id}-title` },
    h("div", { class: "panel-head" }, heading, chip, readout, tools),
    host,
  );
  tools.append(maximiseButton(root, title));
  if (gestures) attach(host, overlay, { ...gestures, frame: () => drawn });
  new ResizeObserver(([entry]) => {
    const { width = 0, height = 0 } = entry?.contentRect ?? {};
    size = { width: Math.floor(width), height: Math.floor(height) };
    onResize();
  }).observe(host);
  return {
    root,
    tools,
    host,
    overlay,
    size: () => size,
    draw: (chart, frame, csv) => {
      drawn = frame;
      numbers = csv;
      setAttribute(overlay, "viewBox", chart.getAttribute("viewBox"));
      place.replaceChildren(chart);
      showEmphasis(chart);
    },
    wait: () => {
      drawn = null;
      numbers = () => null;
      place.replaceChildren(h("p", { class: "waiting" }, "Counting …"));
    },
    name: (next, whole = next) => {
      setText(heading, next);
      setAttribute(heading, "title", whole === next ? null : whole);
      setAttribute(host, "aria-label", `${whole}. ${hint}`);
    },
    label: (scope, busy = false) => {
      setAttribute(root, "aria-busy", String(busy));
      chip.hidden = scope === null;
      setText(chip, scope ?? "");
    },
    say,
  };
}
