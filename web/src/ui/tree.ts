import { h, setAttribute } from "./dom";

/** Something in a tree. */
export interface TreeItem {
  /** Tells it from all others. */
  key: string;
  name: string;
  /** What stands beside the name. */
  note: string;
  /** Whether it can be chosen. */
  isLeaf: boolean;
  children: readonly TreeItem[];
}

export interface Tree {
  root: HTMLElement;
  /** Replaces what the tree has; what was folded stays so. */
  show(items: readonly TreeItem[]): void;
  /** Marks what is chosen, and brings it into sight. */
  mark(key: string | null): void;
}

/** An item that is in no folded one. */
interface Visible {
  item: TreeItem;
  level: number;
  /** Its place among its siblings, from 1 on, and how many those are. */
  place: number;
  siblings: number;
}

/** Height of a row in pixels where the page's text is 16 px high; the style sheet sets it. */
const ROW = 28;
/** Rows made above and below those in sight. */
const MARGIN = 20;

let made = 0;

/**
 * A tree with the keys of a tree: arrows go, open and fold, Enter and Space choose; a letter goes to the next name
 * that begins with it. Only the rows in sight are in the page.
 */
export function tree(label: string, choose: (key: string) => void): Tree {
  made += 1;
  const idOf = (place: number): string => `tree-${treeNumber}-${place}`;
  const treeNumber = made;
  let items: readonly TreeItem[] = [];
  let visible: Visible[] = [];
  const folded = new Set<string>();
  let active = 0;
  let chosen: string | null = null;
  const [above, below, rows] = [h("div"), h("div"), h("div", { role: "presentation" })];
  const root = h(
    "div",
    { class: "tree scroller", role: "tree", tabindex: 0, "aria-label": label, onkeydown: onKey },
    above,
    rows,
    below,
  );
  for (const blank of [above, below]) blank.setAttribute("role", "presentation");

  function flatten(): void {
    visible = [];
    const visit = (siblings: readonly TreeItem[], level: number): void => {
      siblings.forEach((item, index) => {
        visible.push({ item, level, place: index + 1, siblings: siblings.length });
        if (!folded.has(item.key)) visit(item.children, level + 1);
      });
    };
    visit(items, 1);
    active = Math.max(0, Math.min(visible.length - 1, active));
  }

  function draw(): void {
    const height = rowHeight();
    const first = Math.max(0, Math.floor(root.scrollTop / height) - MARGIN);
    const last = Math.min(visible.length, Math.ceil((root.scrollTop + root.clientHeight) / height) + MARGIN);
    above.style.height = `${first * height}px`;
    below.style.height = `${Math.max(0, visible.length - last) * height}px`;
    rows.replaceChildren(...visible.slice(first, last).map((one, k) => row(one, first + k)));
    const isDrawn = active >= first && active < last;
    setAttribute(root, "aria-activedescendant", isDrawn && visible.length > 0 ? idOf(active) : null);
  }

  function row({ item, level, place, siblings }: Visible, at: number): HTMLElement {
    const { key, name, note, isLeaf, children } = item;
    const isFolded = folded.has(key);
    const line = h(
      "div",
      {
        id: idOf(at),
        class: at === active ? "tree-row active" : "tree-row",
        role: "treeitem",
        "aria-level": level,
        "aria-posinset": place,
        "aria-setsize": siblings,
        "aria-expanded": children.length > 0 ? String(!isFolded) : null,
        "aria-selected": String(key === chosen),
        title: `${key}${note === "" ? "" : `: ${note}`}`,
        onclick: () => {
          active = at;
          if (isLeaf) choose(key);
          else if (children.length > 0) fold(key, !isFolded);
          draw();
        },
      },
      h("span", { class: "tree-mark", "aria-hidden": "true" }, isLeaf ? "▦" : isFolded ? "▸" : "▾"),
      h("span", { class: "tree-name" }, name),
      h("span", { class: "tree-note" }, note),
    );
    line.style.paddingLeft = `${12 + 16 * (level - 1)}px`;
    return line;
  }

  function fold(key: string, isFolded: boolean): void {
    if (isFolded) folded.add(key);
    else folded.delete(key);
    flatten();
  }

  function go(to: number): void {
    active = Math.max(0, Math.min(visible.length - 1, to));
    const height = rowHeight();
    const top = active * height;
    if (top < root.scrollTop) root.scrollTop = top;
    else if (top + height > root.scrollTop + root.clientHeight)
      root.scrollTop = top + height - root.clientHeight;
    draw();
  }

  function onKey(event: KeyboardEvent): void {
    const now = visible[active];
    if (!now || event.ctrlKey || event.metaKey || event.altKey) return;
    const { item, level } = now;
    const isFolded = folded.has(item.key);
    const parent = visible.findLastIndex((other, at) => at < active && other.level < level);
    if (event.key === "ArrowDown") go(active + 1);
    else if (event.key === "ArrowUp") go(active - 1);
    else if (event.key === "Home") go(0);
    else if (event.key === "End") go(visible.length - 1);
    else if (event.key === "ArrowRight" && item.children.length > 0) {
      if (isFolded) fold(item.key, false);
      else active += 1;
      go(active);
    } else if (event.key === "ArrowLeft" && item.children.length > 0 && !isFolded) {
      fold(item.key, true);
      go(active);
    } else if (event.key === "ArrowLeft" && parent >= 0) go(parent);
    else if (event.key === "Enter" || event.key === " ") {
      if (item.isLeaf) choose(item.key);
      else fold(item.key, !isFolded);
      go(active);
    } else if (/^\p{L}$/u.test(event.key)) {
      const begins = ({ item: { name } }: Visible): boolean =>
        name.toLowerCase().startsWith(event.key.toLowerCase());
      const next = visible.findIndex((one, at) => at > active && begins(one));
      const found = next >= 0 ? next : visible.findIndex(begins);
      if (found < 0) return;
      go(found);
    } else return;
    // Such keys are no shortcuts of the page here.
    event.preventDefault();
    event.stopPropagation();
  }

  root.addEventListener("scroll", draw, { passive: true });
  new ResizeObserver(draw).observe(root);
  return {
    root,
    show: (next) => {
      items = next;
      flatten();
      draw();
    },
    mark: (key) => {
      chosen = key;
      const at = visible.findIndex(({ item }) => item.key === key);
      if (at >= 0) go(at);
      else draw();
    },
  };
}

function rowHeight(): number {
  return (ROW / 16) * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
}
