import type { Frame } from "@tagview/charts";
import { h, setAttribute, setText } from "./dom";
import { refresh } from "./state";
import { attach, type Gestures } from "./zoom";

const NS = "http://www.w3.org/2000/svg";

/** A panel with a heading, tools, and a chart that can be zoomed, dragged over and pointed at. */
export interface Figure {
  root: HTMLElement;
  /** Room for the panel's own controls, right of the heading. */
  tools: HTMLElement;
  overlay: SVGSVGElement;
  size: () => { width: number; height: number };
  /** Puts a chart in the place of the one before. */
  draw: (chart: SVGSVGElement, frame: Frame | null) => void;
  frame: () => Frame | null;
  /** A word on how much of the data this is ("43 %"); null for all of it. */
  mark: (text: string | null) => void;
  /** What the pointer stands on; null for nothing. */
  say: (text: string | null) => void;
}

/** Makes the panel; `name` becomes the name of a saved file as well. */
export function figure(id: string, title: string, hint: string, gestures: Omit<Gestures, "frame">): Figure {
  let drawn: Frame | null = null;
  let size = { width: 0, height: 0 };
  const chip = h("span", { class: "chip", hidden: true });
  const readout = h("output", { class: "readout", "aria-hidden": "true" });
  const tools = h("div", { class: "tools" });
  const place = h("div", { class: "chart" });
  const overlay = document.createElementNS(NS, "svg");
  overlay.setAttribute("class", "overlay");
  overlay.setAttribute("aria-hidden", "true");
  const host = h(
    "div",
    {
      class: "plot",
      tabindex: 0,
      role: "group",
      "aria-label": `${title}. ${hint}`,
      title: "",
    },
    place,
    overlay as unknown as Node,
  );
  const save = h(
    "button",
    {
      type: "button",
      class: "quiet",
      title: `Save this chart as SVG`,
      "aria-label": `Save ${title} as SVG`,
      onclick: () => saveSvg(place.querySelector("svg"), id),
    },
    "SVG",
  );
  tools.append(save);
  const root = h(
    "section",
    { class: `panel figure figure-${id}`, "aria-labelledby": `${id}-title` },
    h("div", { class: "panel-head" }, h("h2", { id: `${id}-title` }, title), chip, readout, tools),
    host,
  );
  attach(host, overlay, { ...gestures, frame: () => drawn });
  new ResizeObserver(([entry]) => {
    const { width = 0, height = 0 } = entry?.contentRect ?? {};
    size = { width: Math.floor(width), height: Math.floor(height) };
    refresh();
  }).observe(host);
  return {
    root,
    tools,
    overlay,
    size: () => size,
    frame: () => drawn,
    draw: (chart, frame) => {
      drawn = frame;
      setAttribute(overlay, "viewBox", chart.getAttribute("viewBox"));
      place.replaceChildren(chart);
    },
    mark: (text) => {
      chip.hidden = text === null;
      setText(chip, text ?? "");
    },
    say: (text) => setText(readout, text ?? ""),
  };
}

/** Writes the chart as it stands into a file of its own. */
function saveSvg(svg: SVGSVGElement | null, id: string): void {
  if (!svg) return;
  const url = URL.createObjectURL(
    new Blob([new XMLSerializer().serializeToString(svg)], { type: "image/svg+xml" }),
  );
  h("a", { href: url, download: `tagview-${id}.svg` }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
