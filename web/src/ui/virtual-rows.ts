import { h } from "./dom";

/**
 * Height of a row in pixels where the page's text is 16 px high, which the table's style sheet has to set; the
 * scroller's length comes from it.
 */
const ROW = 28;
/** Rows made above and below those in sight, so that scrolling shows no blank. */
const MARGIN = 20;

export interface Rows {
  /** Replaces the rows by rows 0 to `length - 1`, and scrolls to the first. */
  show: (length: number) => void;
  /** Says that there are more rows, behind those that are shown. */
  grow: (length: number) => void;
  /** Puts the rows in sight into the page. */
  draw: () => void;
  /** Scrolls until a row is in sight, in the middle where it was not. */
  reach: (index: number) => void;
}

/**
 * A table's rows, of which only those in sight are in the page: a hundred thousand cost no more
 * than fifty. Blank rows above and below keep the scroller's length.
 */
export function virtualRows(
  scroller: HTMLElement,
  table: HTMLTableElement,
  make: (index: number) => HTMLTableRowElement,
): Rows {
  const body = h("tbody");
  const blank = (rows: number): HTMLElement => {
    const cell = h("td");
    cell.style.height = `${rows * rowHeight()}px`;
    return h("tr", { class: "blank", "aria-hidden": "true" }, cell);
  };
  table.append(body);
  let length = 0;
  let drawn: readonly [number, number] | null = null;

  function draw(): void {
    const { scrollTop, clientHeight } = scroller;
    const height = rowHeight();
    const first = Math.max(0, Math.floor(scrollTop / height) - MARGIN);
    const last = Math.min(length, Math.ceil((scrollTop + clientHeight) / height) + MARGIN);
    if (drawn && drawn[0] === first && drawn[1] === last) return;
    drawn = [first, last];
    const rows = Array.from({ length: Math.max(0, last - first) }, (_, place) => {
      const row = make(first + place);
      // The heading is row 1.
      row.setAttribute("aria-rowindex", String(first + place + 2));
      return row;
    });
    body.replaceChildren(
      ...(first > 0 ? [blank(first)] : []),
      ...rows,
      ...(last < length ? [blank(length - last)] : []),
    );
  }

  function grow(count: number): void {
    length = count;
    drawn = null;
    table.setAttribute("aria-rowcount", String(count + 1));
    draw();
  }

  function reach(index: number): void {
    const [height, head] = [rowHeight(), table.tHead?.offsetHeight ?? 0];
    const [top, room] = [index * height, scroller.clientHeight - head];
    const isSeen = top >= scroller.scrollTop && top + height <= scroller.scrollTop + room;
    if (!isSeen) scroller.scrollTop = Math.max(0, top - (room - height) / 2);
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

/** Pixels of a row, which grow with the text that is set in the browser. */
function rowHeight(): number {
  return (ROW / 16) * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
}
