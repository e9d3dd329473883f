/** Saves charts as files and copies them to the clipboard; loaded on first use. */

import { announce } from "./announce";
import { h, svg } from "./dom";
import type { Exportable, Exported } from "./exported";
import { chosenSize, PIXEL_MM, type PictureSize } from "./picture-size";
import { saveBlob, saveText } from "./save";

/** Saves a chart in the chosen size, or its numbers, each with its caption; returns a sentence on that. */
export async function save(exportable: Exportable, kind: "SVG" | "PNG" | "CSV"): Promise<string> {
  const { file, caption } = await exportable.exported();
  const name = `${file}.${kind.toLowerCase()}`;
  if (kind === "CSV") saveText(comments(caption) + (await exportable.csv()), name, "text/csv");
  else {
    const size = chosenSize();
    const picture = captioned(chartOf(exportable, size), caption, size);
    saveBlob(kind === "SVG" ? svgBlob(picture) : await pngBlob(picture, size.scale), name);
  }
  return `Saved as ${name}.`;
}

/** Copies text about a chart to the clipboard. */
export async function copy(exportable: Exportable, what: string): Promise<string> {
  const { copies } = await exportable.exported();
  const text = copies.get(what)?.();
  if (text === undefined) return "There is nothing to copy yet.";
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    return "The browser does not allow copying.";
  }
  const sentence = `Copied as ${what}.`;
  announce(sentence);
  return sentence;
}

/** A caption as lines that readers of CSV take for comments. */
function comments(caption: Exported["caption"]): string {
  return caption.map(([name, value]) => `# ${name}: ${value.replaceAll(/\s+/gu, " ")}\n`).join("");
}

function chartOf({ chart, redraw }: Exportable, { width, height }: PictureSize): SVGSVGElement {
  return width === null || height === null ? chart : redraw({ width, height });
}

/** Height of a caption's line, average width of a letter, and margin, in pixels. */
const LINE = 13;
const LETTER = 5.3;
const SIDE = 12;

/** A copy of the chart with its caption below; the chart on the page is unchanged. */
function captioned(chart: SVGSVGElement, caption: Exported["caption"], size: PictureSize): SVGSVGElement {
  const copy = chart.cloneNode(true) as SVGSVGElement;
  const { width, height } = chart.viewBox.baseVal;
  const lines = wrapped(
    caption.map(([name, value]) => `${name} ${value}`),
    Math.floor((width - 2 * SIDE) / LETTER),
  );
  const whole = height + lines.length * LINE + SIDE / 2;
  const [wide, high] = [width, whole].map((pixels) =>
    size.text.endsWith("mm") ? `${(pixels * PIXEL_MM).toFixed(2)}mm` : String(pixels),
  );
  copy.setAttribute("viewBox", `0 0 ${width} ${whole}`);
  copy.setAttribute("width", wide ?? "");
  copy.setAttribute("height", high ?? "");
  copy.querySelector(".tv-paper")?.setAttribute("height", String(whole));
  const group = svg("g", { class: "tv-caption", fill: "#3f4650", "font-size": "10" });
  lines.forEach((line, index) => {
    const text = svg("text", { x: SIDE, y: height + (index + 1) * LINE - 2 });
    text.textContent = line;
    group.append(text);
  });
  copy.append(group);
  return copy;
}

/** Parts in lines of at most `most` letters, between dots; a part that is longer than a line is broken. */
function wrapped(parts: readonly string[], most: number): string[] {
  const lines: string[] = [];
  for (const part of parts.flatMap((text) => text.match(new RegExp(`.{1,${most}}`, "gsu")) ?? [])) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 3 + part.length <= most)
      lines[lines.length - 1] = `${last} · ${part}`;
    else lines.push(part);
  }
  return lines;
}

function svgBlob(picture: SVGSVGElement): Blob {
  return new Blob([new XMLSerializer().serializeToString(picture)], { type: "image/svg+xml" });
}

/** Drawn by the browser from the SVG, with `scale` pixels for each of the page. */
async function pngBlob(picture: SVGSVGElement, scale: number): Promise<Blob> {
  const url = URL.createObjectURL(svgBlob(picture));
  const { width, height } = picture.viewBox.baseVal;
  const image = new Image();
  image.src = url;
  await image.decode();
  const canvas = h("canvas", { width: Math.round(width * scale), height: Math.round(height * scale) });
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(url);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject("the browser cannot draw a picture of this size")),
      "image/png",
    );
  });
}
