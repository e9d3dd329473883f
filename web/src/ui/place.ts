/** Puts what is in the top layer, which has no places of its own, beside what it belongs to, and in sight. */

/** Pixels that are left to the edges of the window. */
const EDGE = 4;

/**
 * Below its anchor, or above it where there is more room; at its left or right edge. Beyond the window's edges it is
 * moved inside.
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
