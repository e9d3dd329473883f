/** Chooses a region of an image by dragging a rectangle. */

import type { ImageRegion } from "@tagview/engine";
import { setAttributes, svg } from "../../../ui/dom";
import type { Figure } from "../../../ui/figure";

/** Pixels of the screen within which a press is not a drag. */
const CLICK = 4;

type Point = readonly [x: number, y: number];

/** Calls `choose` with the region that was dragged, and with null after a double click. */
export function dragRegion(
  { host, overlay, frame }: Pick<Figure, "host" | "overlay" | "frame">,
  choose: (region: ImageRegion | null) => void,
): void {
  const band = overlay.appendChild(svg("rect", { class: "drag-band", x: 0, y: 0, width: 0, height: 0 }));
  let from: Point | null = null;
  const place = (event: PointerEvent): Point => {
    const box = host.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  const hide = (): void => setAttributes(band, { width: 0, height: 0 });
  host.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || frame() === null) return;
    from = place(event);
    host.setPointerCapture(event.pointerId);
  });
  host.addEventListener("pointermove", (event) => {
    if (from === null) return;
    const [x, y] = place(event);
    setAttributes(band, {
      x: Math.min(x, from[0]),
      y: Math.min(y, from[1]),
      width: Math.abs(x - from[0]),
      height: Math.abs(y - from[1]),
    });
  });
  host.addEventListener("pointercancel", () => {
    from = null;
    hide();
  });
  host.addEventListener("pointerup", (event) => {
    const [began, image] = [from, frame()];
    from = null;
    hide();
    if (began === null || image === null) return;
    const [x, y] = place(event);
    if (Math.hypot(x - began[0], y - began[1]) < CLICK) return;
    const columns = pixelsBetween(began[0], x, image.x);
    const lines = pixelsBetween(began[1], y, image.y);
    if (columns === null || lines === null) return;
    choose({ x_from: columns[0], x_to: columns[1], y_from: lines[0], y_to: lines[1] });
  });
  host.addEventListener("dblclick", () => choose(null));
}

/** The first and last pixel between two places on the screen; null if none of the image is there. */
function pixelsBetween(
  a: number,
  b: number,
  scale: { invert(place: number): number; domain(): number[] },
): [first: bigint, last: bigint] | null {
  const most = (scale.domain()[1] ?? 0) - 1;
  const [first, last] = [Math.min(a, b), Math.max(a, b)].map((at) => Math.floor(scale.invert(at))) as [
    number,
    number,
  ];
  if (last < 0 || first > most) return null;
  return [BigInt(Math.max(0, first)), BigInt(Math.min(most, last))];
}
