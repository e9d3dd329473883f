/** One channel at a time is emphasised, in all charts and tables that have it: they name it in `data-channel`. */

/** Maximum distance in pixels from the pointer to a line that it highlights. */
const NEAR = 14;

let emphasised: string | null = null;

/** Highlights a channel in all charts and tables; null for none. */
export function emphasise(channel: bigint | null): void {
  const name = channel === null ? null : String(channel);
  if (name === emphasised) return;
  emphasised = name;
  for (const root of document.querySelectorAll(".tv-chart, tbody:has([data-channel])")) showEmphasis(root);
}

/** Applies the current highlight to a newly drawn chart or table. */
export function showEmphasis(root: Element): void {
  let any = false;
  for (const node of root.querySelectorAll("[data-channel]")) {
    const is = emphasised !== null && node.getAttribute("data-channel") === emphasised;
    node.classList.toggle("emphasised", is);
    any ||= is;
  }
  root.classList.toggle("has-emphasis", any);
}

/** The channel whose line is nearest to a height in pixels; null if none is near. */
export function nearest(
  lines: Iterable<readonly [channel: bigint, y: number]>,
  pixel: number,
): bigint | null {
  let best: bigint | null = null;
  let least = NEAR;
  for (const [channel, y] of lines) {
    if (Math.abs(y - pixel) >= least) continue;
    least = Math.abs(y - pixel);
    best = channel;
  }
  return best;
}
