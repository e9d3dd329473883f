/** Places elements of the top layer beside their anchors, inside the window. */

/** Minimum distance in pixels from the edges of the window. */
const EDGE = 4;

/**
 * Places a layer below its anchor, or above it if there is more space; aligned with its left or right edge, and moved
 * inside the window.
 */
export function placeNear(layer: HTMLElement, anchor: Element, edge: "left" | "right"): void {
  const { left, right, top, bottom } = anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = layer;
  const fitsBelow = bottom + 2 + height + EDGE <= innerHeight || innerHeight - bottom >= top;
  const x = edge === "left" ? left : right - width;
  const y = fitsBelow ? bottom + 2 : top - 2 - height;
  layer.style.left = `${Math.max(EDGE, Math.min(x, innerWidth - width - EDGE))}px`;
  layer.style.top = `${Math.max(EDGE, Math.min(y, innerHeight - height - EDGE))}px`;
}
