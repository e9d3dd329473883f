import type { Frame } from "@tagview/charts";

const NS = "http://www.w3.org/2000/svg";
/** Pixels a pointer may move in a click. */
const CLICK = 4;

/** What a chart does when it is zoomed, dragged over, or pointed at. Places are in pixels of the chart. */
export interface Gestures {
  /** The frame drawn now; null where nothing is drawn. */
  frame: () => Frame | null;
  /** Wheel and keys: the new ends of the horizontal axis in data, or null for everything. */
  zoom: (view: readonly [number, number] | null) => void;
  /** Drag: the ends of what was dragged over, in data. `shift` was held down. */
  drag: (span: readonly [number, number], shift: boolean) => void;
  /** Double click, `0` or Escape. */
  back: () => void;
  /** The pointer's place in data, null when it left. */
  point: (x: number | null) => void;
  /** The ends of the data, beyond which there is no zooming out. */
  extent: () => readonly [number, number] | null;
  /** The shortest part shown, in data; a millionth of the whole unless said. */
  least?: () => number;
  /** Keys and turns of the wheel with a modifier; true where they meant something. */
  key?: (event: KeyboardEvent) => boolean;
  wheel?: (event: WheelEvent) => boolean;
}

/** Listens on `host`, and draws the band of a drag and the pointer's line into `overlay`. */
export function attach(host: HTMLElement, overlay: SVGSVGElement, gestures: Gestures): void {
  const band = overlay.appendChild(document.createElementNS(NS, "rect"));
  band.setAttribute("class", "drag-band");
  const line = overlay.appendChild(document.createElementNS(NS, "line"));
  line.setAttribute("class", "pointer-line");
  let from: number | null = null;

  const place = (event: { clientX: number }): number => event.clientX - host.getBoundingClientRect().left;
  const inside = (x: number, frame: Frame): number => Math.max(frame.left, Math.min(frame.right, x));

  host.addEventListener("pointerdown", (event) => {
    const frame = gestures.frame();
    if (!frame || event.button !== 0) return;
    from = inside(place(event), frame);
    host.setPointerCapture(event.pointerId);
  });
  host.addEventListener("pointermove", (event) => {
    const frame = gestures.frame();
    if (!frame) return;
    const x = place(event);
    const on = x >= frame.left && x <= frame.right;
    line.setAttribute("visibility", on ? "visible" : "hidden");
    setLine(line, x, frame);
    gestures.point(on ? frame.x.invert(x) : null);
    if (from !== null) setBand(band, from, inside(x, frame), frame);
  });
  host.addEventListener("pointerleave", () => {
    line.setAttribute("visibility", "hidden");
    gestures.point(null);
  });
  const drop = (event: PointerEvent): void => {
    const frame = gestures.frame();
    const began = from;
    from = null;
    band.setAttribute("width", "0");
    if (event.type === "pointercancel" || began === null || !frame) return;
    const to = inside(place(event), frame);
    if (Math.abs(to - began) < CLICK) return;
    const [low, high] = began < to ? [began, to] : [to, began];
    gestures.drag([frame.x.invert(low), frame.x.invert(high)], event.shiftKey);
  };
  host.addEventListener("pointerup", drop);
  host.addEventListener("pointercancel", drop);
  host.addEventListener("dblclick", () => gestures.back());
  host.addEventListener(
    "wheel",
    (event) => {
      const frame = gestures.frame();
      if (!frame) return;
      event.preventDefault();
      if (gestures.wheel?.(event)) return;
      if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) return pan(frame, event.deltaX, gestures);
      const factor = Math.exp(
        Math.max(-0.6, Math.min(0.6, event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.002))),
      );
      scale(frame, inside(place(event), frame), factor, gestures);
    },
    { passive: false },
  );
  host.addEventListener("keydown", (event) => {
    const frame = gestures.frame();
    if (!frame || event.ctrlKey || event.metaKey || event.altKey) return;
    const middle = (frame.left + frame.right) / 2;
    const step = (frame.right - frame.left) / 8;
    if (gestures.key?.(event)) {
      // It is done.
    } else if (event.key === "ArrowLeft") pan(frame, -step, gestures);
    else if (event.key === "ArrowRight") pan(frame, step, gestures);
    else if (event.key === "+" || event.key === "=") scale(frame, middle, 0.7, gestures);
    else if (event.key === "-") scale(frame, middle, 1 / 0.7, gestures);
    else if (event.key === "0") gestures.back();
    else return;
    event.preventDefault();
  });
}

/** Pixels are scaled and moved, not data: so a logarithmic axis zooms evenly too. */
function scale(frame: Frame, about: number, factor: number, gestures: Gestures): void {
  show(frame, about + (frame.left - about) * factor, about + (frame.right - about) * factor, gestures);
}

function pan(frame: Frame, pixels: number, gestures: Gestures): void {
  const extent = gestures.extent();
  if (!extent) return;
  const low = frame.x(extent[0]) - frame.left;
  const high = frame.x(extent[1]) - frame.right;
  const move = Math.max(low, Math.min(high, pixels));
  if (Math.abs(move) >= 0.5) show(frame, frame.left + move, frame.right + move, gestures);
}

function show(frame: Frame, left: number, right: number, gestures: Gestures): void {
  const extent = gestures.extent();
  if (!extent) return;
  const low = Math.max(extent[0], frame.x.invert(left));
  const high = Math.min(extent[1], frame.x.invert(right));
  if (!(high > low)) return;
  const all = frame.x(extent[1]) - frame.x(extent[0]);
  if (frame.x(high) - frame.x(low) >= all * 0.999) {
    gestures.zoom(null);
    return;
  }
  // Past a millionth of the whole, doubles have no digits left to draw an axis with.
  if (gestures.least ? high - low >= gestures.least() : frame.x(high) - frame.x(low) > all * 1e-6)
    gestures.zoom([low, high]);
}

function setLine(line: SVGLineElement, x: number, frame: Frame): void {
  line.setAttribute("x1", String(x));
  line.setAttribute("x2", String(x));
  line.setAttribute("y1", String(frame.top));
  line.setAttribute("y2", String(frame.bottom));
}

/** Lays a band between two places over the whole height of the frame. */
export function setBand(band: SVGRectElement, from: number, to: number, frame: Frame): void {
  band.setAttribute("x", String(Math.min(from, to)));
  band.setAttribute("width", String(Math.abs(to - from)));
  band.setAttribute("y", String(frame.top));
  band.setAttribute("height", String(frame.bottom - frame.top));
}
