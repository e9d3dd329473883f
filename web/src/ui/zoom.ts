import type { Frame } from "@tagview/charts";
import { h, setAttributes, svg } from "./dom";

/** Pixels that a pointer may move between going down and up for it to be a click, not a drag. */
const CLICK = 4;

/** Callbacks for zooming, dragging and pointing on a chart. Values are those of the horizontal axis. */
export interface Gestures {
  /** The chart's frame, which maps pixels to values; null if nothing is drawn. */
  frame: () => Frame | null;
  /** Wheel with Control or the focus, and keys: sets the visible range of the axis; null for all of it. */
  zoom: (view: readonly [number, number] | null) => void;
  /** The range that the user dragged over; `shift` is true if that key was down. */
  drag: (span: readonly [number, number], shift: boolean) => void;
  /** Double click or `0`: restores the initial view. */
  back: () => void;
  /** The value under the pointer, and its height in pixels; null when it left the chart. */
  point: (x: number | null, y: number) => void;
  /** The smallest and largest value that can be shown; null without data. */
  extent: () => readonly [number, number] | null;
  /** The chosen axis, if a chart may be drawn long after it is chosen; null if the drawn chart has another scale. */
  chosen?: () => readonly [number, number] | null;
  /** Length of the shortest axis; by default a millionth of the extent. */
  least?: () => number;
  /** Additional gestures of the chart; returns true if it handled the key or the wheel. */
  key?: (event: KeyboardEvent) => boolean;
  wheel?: (event: WheelEvent) => boolean;
}

/**
 *          button down             up, or the pointer is taken away
 *     rest -----------> dragging -----------------------------------> rest
 *      | |  with Alt, or middle button                                 ^
 *      | +------------> moving ----------------------------------------+
 *      |  second finger                                                |
 *      +--------------> pinching --------------------------------------+
 *
 * `from` is where the button went down, `at` where the pointer was last, in pixels from the chart's left.
 */
type Drag = { is: "rest" | "pinching" } | { is: "dragging"; from: number } | { is: "moving"; at: number };

/**
 * Listens on `host`, and draws the band of a drag and the pointer's line into `overlay`. Returns a function that draws
 * the line at a value of the axis, as if the pointer were there; null removes it.
 */
export function attach(
  host: HTMLElement,
  overlay: SVGSVGElement,
  given: Gestures,
): (value: number | null) => void {
  const gestures = following(given);
  const band = overlay.appendChild(svg("rect", { class: "drag-band" }));
  const line = overlay.appendChild(svg("line", { class: "pointer-line" }));
  let drag: Drag = { is: "rest" };
  /** Places of the fingers on the chart, by their pointers. */
  const fingers = new Map<number, number>();

  const hint = wheelHint(host);

  const drawLine = (frame: Frame, x: number): boolean => {
    const on = x >= frame.left && x <= frame.right;
    line.setAttribute("visibility", on ? "visible" : "hidden");
    setAttributes(line, { x1: x, x2: x, y1: frame.top, y2: frame.bottom });
    return on;
  };
  const place = (event: { clientX: number }): number => event.clientX - host.getBoundingClientRect().left;
  const inside = (x: number, frame: Frame): number => Math.max(frame.left, Math.min(frame.right, x));

  host.addEventListener("pointerdown", (event) => {
    const frame = given.frame();
    if (!frame || event.button > 1) return;
    const x = place(event);
    if (event.pointerType === "touch") fingers.set(event.pointerId, x);
    const isMove = event.button === 1 || event.altKey;
    if (fingers.size > 1) drag = { is: "pinching" };
    else drag = isMove ? { is: "moving", at: x } : { is: "dragging", from: inside(x, frame) };
    if (drag.is === "pinching") band.setAttribute("width", "0");
    host.setPointerCapture(event.pointerId);
  });
  host.addEventListener("mousedown", (event) => {
    // The browser would scroll the page.
    if (event.button === 1) event.preventDefault();
  });
  host.addEventListener("pointermove", (event) => {
    // The pointer is on the drawn axis, and a move continues from the requested one.
    const [frame, requested] = [given.frame(), gestures.frame()];
    if (!frame || !requested) return;
    const x = place(event);
    const on = drawLine(frame, x);
    gestures.point(on ? frame.x.invert(x) : null, event.clientY - host.getBoundingClientRect().top);
    if (drag.is === "dragging") setBand(band, drag.from, inside(x, frame), frame);
    else if (drag.is === "moving") {
      pan(requested, drag.at - x, gestures);
      drag.at = x;
    }
    const before = [...fingers.values()];
    if (fingers.has(event.pointerId)) fingers.set(event.pointerId, x);
    if (drag.is === "pinching") pinch(requested, before, [...fingers.values()], gestures);
  });
  host.addEventListener("pointerleave", () => {
    line.setAttribute("visibility", "hidden");
    gestures.point(null, 0);
  });
  const drop = (event: PointerEvent): void => {
    const frame = given.frame();
    const ended = drag;
    drag = { is: "rest" };
    fingers.delete(event.pointerId);
    band.setAttribute("width", "0");
    if (event.type === "pointercancel" || ended.is !== "dragging" || !frame) return;
    const { from } = ended;
    const to = inside(place(event), frame);
    if (Math.abs(to - from) < CLICK) return;
    const [low, high] = from < to ? [from, to] : [to, from];
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
      if (gestures.wheel?.(event)) return event.preventDefault();
      const control = event.ctrlKey || event.metaKey;
      if (!control && document.activeElement !== host) return hint();
      const moved =
        Math.abs(event.deltaX) > Math.abs(event.deltaY)
          ? pan(frame, event.deltaX, gestures)
          : scale(frame, inside(place(event), frame), factorOf(event), gestures);
      // At the limit of the zoom, the page scrolls; with Control, the browser would enlarge the page.
      if (moved || control) event.preventDefault();
    },
    { passive: false },
  );
  host.addEventListener("keydown", (event) => {
    const frame = gestures.frame();
    if (!frame || event.ctrlKey || event.metaKey || event.altKey) return;
    const middle = (frame.left + frame.right) / 2;
    const step = (frame.right - frame.left) / 8;
    if (gestures.key?.(event)) {
      // The chart has handled the key.
    } else if (event.key === "ArrowLeft") pan(frame, -step, gestures);
    else if (event.key === "ArrowRight") pan(frame, step, gestures);
    else if (event.key === "+" || event.key === "=") scale(frame, middle, 0.7, gestures);
    else if (event.key === "-") scale(frame, middle, 1 / 0.7, gestures);
    else if (event.key === "0") gestures.back();
    else return;
    event.preventDefault();
  });
  return (value) => {
    const frame = gestures.frame();
    if (frame && value !== null) drawLine(frame, frame.x(value));
    else line.setAttribute("visibility", "hidden");
  };
}

type View = readonly [number, number];

/** Largest distance of two views that are equal, in lengths of the axis: charts round views to bins. */
const EQUAL = 0.05;

/**
 * The gestures with a frame whose axis is the last one requested. Keys and turns of the wheel may come faster than
 * charts are drawn, and a chart may be drawn with an earlier request, or with the view before them.
 */
export function following(gestures: Gestures): Gestures {
  /** The view that was drawn, and those requested since; none if nothing is requested. */
  let views: View[] = [];
  /** The frame whose view was compared with them. */
  let compared: Frame | null = null;
  const follow = (drawn: Frame | null): void => {
    if (drawn === compared || views.length === 0) return;
    compared = drawn;
    const far = views.map((view) => (drawn === null ? Number.POSITIVE_INFINITY : distance(drawn, view)));
    const nearest = far.lastIndexOf(Math.min(...far));
    // The last request is drawn, or something else changed the view.
    const isOver = nearest === views.length - 1 || !((far[nearest] ?? 1) < EQUAL);
    views = isOver ? [] : views.slice(nearest);
  };
  return {
    ...gestures,
    frame: () => {
      const drawn = gestures.frame();
      follow(drawn);
      const latest = views.at(-1) ?? gestures.chosen?.();
      return drawn && latest ? { ...drawn, x: drawn.x.copy().domain(latest) } : drawn;
    },
    zoom: (view) => {
      const whole = view ?? gestures.extent();
      const drawn = gestures.frame();
      if (views.length === 0 && drawn) {
        views = [drawn.x.domain() as [number, number]];
        compared = drawn;
      }
      views = whole && drawn ? [...views, whole] : [];
      gestures.zoom(view);
    },
    back: () => {
      views = [];
      gestures.back();
    },
  };
}

/** The distance of a view from the axis of a frame, in lengths of the axis. */
function distance({ x, left, right }: Frame, [low, high]: View): number {
  return Math.max(Math.abs(x(low) - left), Math.abs(x(high) - right)) / (right - left);
}

/** The factor by which a turn of the wheel lengthens the axis. */
function factorOf({ deltaY, deltaMode }: WheelEvent): number {
  return Math.exp(Math.max(-0.6, Math.min(0.6, deltaY * (deltaMode === 1 ? 0.05 : 0.002))));
}

/** Time in milliseconds for which the hint remains after the last turn of the wheel. */
const HINT_MS = 1200;

/** Shows over the chart, for a moment, how the wheel zooms it; meanwhile it scrolls the page. */
function wheelHint(host: HTMLElement): () => void {
  const text = "Ctrl + wheel zooms, or click the chart first";
  const hint = host.appendChild(h("p", { class: "wheel-hint", "aria-hidden": "true", hidden: true }, text));
  let timer: ReturnType<typeof setTimeout> | undefined;
  host.addEventListener("focus", () => {
    hint.hidden = true;
  });
  return () => {
    hint.hidden = false;
    clearTimeout(timer);
    timer = setTimeout(() => {
      hint.hidden = true;
    }, HINT_MS);
  };
}

/**
 * Zooms by a factor about a position in pixels. Scaling pixels instead of values keeps the zoom even on a logarithmic
 * axis. False if the axis does not change.
 */
function scale(frame: Frame, about: number, factor: number, gestures: Gestures): boolean {
  return show(frame, about + (frame.left - about) * factor, about + (frame.right - about) * factor, gestures);
}

function pan(frame: Frame, pixels: number, gestures: Gestures): boolean {
  const extent = gestures.extent();
  if (!extent) return false;
  const low = frame.x(extent[0]) - frame.left;
  const high = frame.x(extent[1]) - frame.right;
  const move = Math.max(low, Math.min(high, pixels));
  return Math.abs(move) >= 0.5 && show(frame, frame.left + move, frame.right + move, gestures);
}

/** Minimum distance in pixels of two fingers that zoom. */
const MIN_PINCH = 16;

/** Moves the axis so that the values under two fingers stay below them. */
function pinch(frame: Frame, before: number[], after: number[], gestures: Gestures): void {
  const [a = 0, b = 0] = before;
  const [c = 0, d = 0] = after;
  if (Math.abs(b - a) < MIN_PINCH || Math.abs(d - c) < MIN_PINCH) return;
  const earlier = (x: number): number => a + ((x - c) * (b - a)) / (d - c);
  show(frame, earlier(frame.left), earlier(frame.right), gestures);
}

function show(frame: Frame, left: number, right: number, gestures: Gestures): boolean {
  const extent = gestures.extent();
  if (!extent) return false;
  const low = Math.max(extent[0], frame.x.invert(left));
  const high = Math.min(extent[1], frame.x.invert(right));
  if (!(high > low)) return false;
  const all = frame.x(extent[1]) - frame.x(extent[0]);
  if (frame.x(high) - frame.x(low) >= all * 0.999) {
    const isWhole = frame.right - frame.left >= all * 0.999;
    if (!isWhole) gestures.zoom(null);
    return !isWhole;
  }
  // Below a millionth of the extent, doubles have no digits left to label an axis with.
  const isSeen = gestures.least ? high - low >= gestures.least() : frame.x(high) - frame.x(low) > all * 1e-6;
  if (isSeen) gestures.zoom([low, high]);
  return isSeen;
}

/** Lays a band between two places in pixels, from the top of the frame to its bottom. */
export function setBand(band: SVGRectElement, from: number, to: number, { top, bottom }: Frame): void {
  const [x, width] = [Math.min(from, to), Math.abs(to - from)];
  setAttributes(band, { x, width, y: top, height: bottom - top });
}
