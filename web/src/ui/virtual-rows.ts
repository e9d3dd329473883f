import { h, scaledPixels } from "./dom";

/**
 * Height of a row in pixels for text of 16 px; the table's style sheet has to set it, because the length of the
 * scroller depends on it.
 */
export const ROW = 28;
/**
 * Maximum height of all rows in pixels for scrolling one to one. Browsers limit an element to about 33 million device
 * pixels, which are 8 million CSS pixels on a high-resolution screen. Longer tables are scrolled in proportion.
 */
const MOST_HEIGHT = 8_000_000;
/** Number of extra rows above and below the visible ones, so that scrolling shows no gaps. */
const MARGIN = 20;

export interface Rows {
  /** Replaces the rows by rows 0 to `length - 1`, and scrolls to the first. */
  show: (length: number) => void;
  /** Shows that there are more rows after the visible ones. */
  grow: (length: number) => void;
  /** Puts the rows in sight into the page. */
  draw: () => void;
  /** Scrolls to a row; to the middle if the row was not visible. */
  reach: (index: number) => void;
}

/**
 * The rows of a table; only the visible ones are in the DOM, so a hundred thousand rows cost no more than fifty. Blank
 * rows above and below keep the scroller's length.
 */
export function virtualRows(
  scroller: HTMLElement,
  table: HTMLTableElement,
  make: (index: number) => HTMLTableRowElement,
): Rows {
  const body = h("tbody");
  const blank = (height: number): HTMLElement => {
    const cell = h("td");
    cell.style.height = `${height}px`;
    return h("tr", { class: "blank", "aria-hidden": "true" }, cell);
  };
  table.append(body);
  table.classList.add("virtual");
  let length = 0;
  let drawn: readonly [number, number] | null = null;

  /**
   * Height of all rows, height of the scrolled element, and the number of pixels by which rows move for each scrolled
   * pixel.
   */
  function measure(): { height: number; whole: number; factor: number } {
    const height = scaledPixels(ROW);
    const rows = length * height;
    const whole = Math.min(rows, MOST_HEIGHT);
    const room = scroller.clientHeight - (table.tHead?.offsetHeight ?? 0);
    return { height, whole, factor: whole > room ? (rows - room) / (whole - room) : 1 };
  }

  function draw(): void {
    const { scrollTop, clientHeight } = scroller;
    const { height, whole, factor } = measure();
    const top = scrollTop * factor;
    const first = Math.max(0, Math.floor(top / height) - MARGIN);
    const last = Math.min(length, Math.ceil((top + clientHeight) / height) + MARGIN);
    if (factor === 1 && drawn && drawn[0] === first && drawn[1] === last) return;
    drawn = [first, last];
    const rows = Array.from({ length: Math.max(0, last - first) }, (_, place) => {
      const row = make(first + place);
      // The heading is row 1.
      row.setAttribute("aria-rowindex", String(first + place + 2));
      return row;
    });
    const above = Math.max(0, first * height - top + scrollTop);
    const below = whole - above - rows.length * height;
    body.replaceChildren(...(above > 0 ? [blank(above)] : []), ...rows, ...(below > 0 ? [blank(below)] : []));
  }

  function grow(count: number): void {
    length = count;
    drawn = null;
    table.setAttribute("aria-rowcount", String(count + 1));
    draw();
  }

  function reach(index: number): void {
    const { height, factor } = measure();
    const [top, room] = [index * height, scroller.clientHeight - (table.tHead?.offsetHeight ?? 0)];
    const scrolled = scroller.scrollTop * factor;
    const isSeen = top >= scrolled && top + height <= scrolled + room;
    if (!isSeen) scroller.scrollTop = Math.max(0, top - (room - height) / 2) / factor;
    draw();
  }

  scroller.addEventListener("scroll", draw, { passive: true });
  new ResizeObserver(draw).observe(scroller);
  return {
    draw,
    reach,
    grow,
    show: (count) => {
      scroller.scrollTop = 0;
      grow(count);
    },
  };
}
