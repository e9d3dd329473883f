import { h } from "./dom";

/** How many pixels of a saved picture one pixel of the page becomes, in each direction. */
const SCALE = 2;

/** Saves a chart as SVG; it carries its light colours, so that the file stands alone. */
export function saveSvg(svg: SVGSVGElement | null, name: string): void {
  if (svg) saveBlob(svgBlob(svg), `${name}.svg`);
}

/** Saves a chart as PNG, drawn by the browser from its SVG. */
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

/** Saves a text as a file. */
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
