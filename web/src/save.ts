import { h } from "./dom";

/** Pixels of a saved picture for one of the page's. */
const SCALE = 2;

/** Writes a chart as it stands into a file of its own. */
export function saveSvg(svg: SVGSVGElement | null, name: string): void {
  if (svg) saveBlob(svgBlob(svg), `${name}.svg`);
}

/** The same as a picture, drawn by the browser from the chart's light form. */
export async function savePng(svg: SVGSVGElement | null, name: string): Promise<void> {
  if (!svg) return;
  const url = URL.createObjectURL(svgBlob(svg));
  const { width, height } = svg.viewBox.baseVal;
  const image = new Image();
  image.src = url;
  await image.decode();
  const canvas = h("canvas", { width: width * SCALE, height: height * SCALE });
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(url);
  canvas.toBlob((blob) => blob && saveBlob(blob, `${name}.png`), "image/png");
}

/** Writes text into a file. */
export function saveText(text: string | null, name: string, type: string): void {
  if (text !== null) saveBlob(new Blob([text], { type }), name);
}

function svgBlob(svg: SVGSVGElement): Blob {
  return new Blob([new XMLSerializer().serializeToString(svg)], { type: "image/svg+xml" });
}

function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
