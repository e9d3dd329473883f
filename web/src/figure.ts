import type { Frame } from "@tagview/charts";
import { h, setAttribute, setText } from "./dom";
import { menu } from "./menu";
import { savePng, saveSvg, saveText } from "./save";
import { refresh } from "./state";
import { attach, type Gestures } from "./zoom";

const NS = "http://www.w3.org/2000/svg";

/** What a chart's panel is made of. */
export interface FigureParts {
  /** Names its class, and the files it is saved in. */
  id: string;
  title: string;
  /** How it is used, for screen readers. */
  hint: string;
  /** Zoom, drag and pointing; a chart without them listens on `host` itself. */
  gestures?: Omit<Gestures, "frame">;
}

/** A panel with a heading, tools, and a chart. */
export interface Figure {
  root: HTMLElement;
  /** Room for the panel's own controls, right of the heading. */
  tools: HTMLElement;
  /** What the chart lies in, and what has the focus. */
  host: HTMLElement;
  overlay: SVGSVGElement;
  size: () => { width: number; height: number };
  /** Puts a chart in the place of the one before; `csv` writes down its numbers when they are saved. */
  draw: (chart: SVGSVGElement, frame: Frame | null, csv: () => string) => void;
  /** Says that there is no chart yet. */
  wait: () => void;
  frame: () => Frame | null;
  /** Renames the panel, for instance after what it shows. */
  name: (title: string) => void;
  /** A word on how much of the data this is ("43 %"), null for all of it; and whether better is on its way. */
  mark: (text: string | null, busy?: boolean) => void;
  /** What the pointer stands on, or what there is to say of it all; `more` on hover. */
  say: (text: string | null, more?: string) => void;
}

/** Makes the panel of a chart. */
export function figure({ id, title, hint, gestures }: FigureParts): Figure {
  let drawn: Frame | null = null;
  let numbers = (): string | null => null;
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
  const name = `tagview-${id}`;
  tools.append(
    menu("Save", `Save ${title}`, [
      { text: "SVG", label: `Save ${title} as SVG`, run: () => saveSvg(chart(), name) },
      { text: "PNG", label: `Save ${title} as PNG`, run: () => void savePng(chart(), name) },
      {
        text: "CSV",
        label: `Save ${title} as CSV`,
        run: () => saveText(numbers(), `${name}.csv`, "text/csv"),
      },
    ]).root,
  );
  const root = h(
    "section",
    { class: `panel figure figure-${id}`, "aria-labelledby": `${id}-title` },
    h("div", { class: "panel-head" }, heading, chip, readout, tools),
    host,
  );
  if (gestures) attach(host, overlay, { ...gestures, frame: () => drawn });
  new ResizeObserver(([entry]) => {
    const { width = 0, height = 0 } = entry?.contentRect ?? {};
    size = { width: Math.floor(width), height: Math.floor(height) };
    refresh();
  }).observe(host);
  return {
    root,
    tools,
    host,
    overlay,
    size: () => size,
    frame: () => drawn,
    draw: (chart, frame, csv) => {
      drawn = frame;
      numbers = csv;
      setAttribute(overlay, "viewBox", chart.getAttribute("viewBox"));
      place.replaceChildren(chart);
    },
    wait: () => {
      drawn = null;
      numbers = () => null;
      place.replaceChildren(h("p", { class: "waiting" }, "Counting …"));
    },
    name: (next) => {
      setText(heading, next);
      setAttribute(host, "aria-label", `${next}. ${hint}`);
    },
    mark: (text, busy = false) => {
      setAttribute(root, "aria-busy", String(busy));
      chip.hidden = text === null;
      setText(chip, text ?? "");
    },
    say: (text, more) => {
      setText(readout, text ?? "");
      setAttribute(readout, "title", more ?? null);
    },
  };
}
