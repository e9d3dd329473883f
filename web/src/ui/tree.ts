import { h, scaledPixels, setAttribute } from "./dom";
import { ROW } from "./virtual-rows";

/** Something in a tree. */
export interface TreeItem {
  /** Unique key. */
  key: string;
  name: string;
  /** Text beside the name. */
  note: string;
  /** Whether it can be chosen. */
  isLeaf: boolean;
  children: readonly TreeItem[];
}

/** An item that is in no folded one. */
interface Visible {
  item: TreeItem;
  level: number;
  /** Its position among its siblings, starting at 1, and their number. */
  place: number;
  siblings: number;
}

/** Rows made above and below those in sight. */
const MARGIN = 20;

let made = 0;

/**
 * A virtual tree with the usual keys: arrows move, open and fold; Enter and Space select; a letter moves to the next
 * name that begins with it. Only the visible rows are in the DOM.
 */
export class Tree {
  readonly root: HTMLElement;
  private readonly choose: (key: string) => void;
  private readonly number: number;
  private items: readonly TreeItem[] = [];
  private visible: Visible[] = [];
  private readonly folded = new Set<string>();
  private active = 0;
  private chosen: string | null = null;
  private readonly above = h("div", { role: "presentation" });
  private readonly rows = h("div", { role: "presentation" });
  private readonly below = h("div", { role: "presentation" });

  constructor(label: string, choose: (key: string) => void) {
    this.choose = choose;
    made += 1;
    this.number = made;
    this.root = h(
      "div",
      {
        class: "tree scroller",
        role: "tree",
        tabindex: 0,
        "aria-label": label,
        onkeydown: (event: KeyboardEvent) => this.onKey(event),
      },
      this.above,
      this.rows,
      this.below,
    );
    this.root.addEventListener("scroll", () => this.draw(), { passive: true });
    new ResizeObserver(() => this.draw()).observe(this.root);
  }

  /** Replaces the items; folded items remain folded. */
  show(items: readonly TreeItem[]): void {
    this.items = items;
    this.flatten();
    this.draw();
  }

  /** Marks the selected item, and scrolls to it. */
  mark(key: string | null): void {
    this.chosen = key;
    const at = this.visible.findIndex(({ item }) => item.key === key);
    if (at >= 0) this.go(at);
    else this.draw();
  }

  private idOf(place: number): string {
    return `tree-${this.number}-${place}`;
  }

  private flatten(): void {
    this.visible = [];
    const visit = (siblings: readonly TreeItem[], level: number): void => {
      siblings.forEach((item, index) => {
        this.visible.push({ item, level, place: index + 1, siblings: siblings.length });
        if (!this.folded.has(item.key)) visit(item.children, level + 1);
      });
    };
    visit(this.items, 1);
    this.active = this.within(this.active);
  }

  private within(place: number): number {
    return Math.max(0, Math.min(this.visible.length - 1, place));
  }

  private draw(): void {
    const { root, visible, active } = this;
    const height = scaledPixels(ROW);
    const first = Math.max(0, Math.floor(root.scrollTop / height) - MARGIN);
    const last = Math.min(visible.length, Math.ceil((root.scrollTop + root.clientHeight) / height) + MARGIN);
    this.above.style.height = `${first * height}px`;
    this.below.style.height = `${Math.max(0, visible.length - last) * height}px`;
    this.rows.replaceChildren(...visible.slice(first, last).map((one, k) => this.row(one, first + k)));
    const isDrawn = active >= first && active < last;
    setAttribute(root, "aria-activedescendant", isDrawn && visible.length > 0 ? this.idOf(active) : null);
  }

  private row({ item, level, place, siblings }: Visible, at: number): HTMLElement {
    const { key, name, note, isLeaf, children } = item;
    const isFolded = this.folded.has(key);
    const line = h(
      "div",
      {
        id: this.idOf(at),
        class: at === this.active ? "tree-row active" : "tree-row",
        role: "treeitem",
        "aria-level": level,
        "aria-posinset": place,
        "aria-setsize": siblings,
        "aria-expanded": children.length > 0 ? String(!isFolded) : null,
        "aria-selected": String(key === this.chosen),
        title: `${key}${note === "" ? "" : `: ${note}`}`,
        onclick: () => {
          this.active = at;
          if (isLeaf) this.choose(key);
          else if (children.length > 0) this.fold(key, !isFolded);
          this.draw();
        },
      },
      h("span", { class: "tree-mark", "aria-hidden": "true" }, isLeaf ? "▦" : isFolded ? "▸" : "▾"),
      h("span", { class: "tree-name" }, name),
      h("span", { class: "tree-note" }, note),
    );
    line.style.paddingLeft = `${12 + 16 * (level - 1)}px`;
    return line;
  }

  private fold(key: string, isFolded: boolean): void {
    if (isFolded) this.folded.add(key);
    else this.folded.delete(key);
    this.flatten();
  }

  private go(to: number): void {
    const { root } = this;
    this.active = this.within(to);
    const height = scaledPixels(ROW);
    const top = this.active * height;
    if (top < root.scrollTop) root.scrollTop = top;
    else if (top + height > root.scrollTop + root.clientHeight)
      root.scrollTop = top + height - root.clientHeight;
    this.draw();
  }

  private onKey(event: KeyboardEvent): void {
    const now = this.visible[this.active];
    if (!now || event.ctrlKey || event.metaKey || event.altKey) return;
    const { item, level } = now;
    const { active, visible } = this;
    const isFolded = this.folded.has(item.key);
    const parent = visible.findLastIndex((other, at) => at < active && other.level < level);
    if (event.key === "ArrowDown") this.go(active + 1);
    else if (event.key === "ArrowUp") this.go(active - 1);
    else if (event.key === "Home") this.go(0);
    else if (event.key === "End") this.go(visible.length - 1);
    else if (event.key === "ArrowRight" && item.children.length > 0) {
      if (isFolded) this.fold(item.key, false);
      else this.active += 1;
      this.go(this.active);
    } else if (event.key === "ArrowLeft" && item.children.length > 0 && !isFolded) {
      this.fold(item.key, true);
      this.go(this.active);
    } else if (event.key === "ArrowLeft" && parent >= 0) this.go(parent);
    else if (event.key === "Enter" || event.key === " ") {
      if (item.isLeaf) this.choose(item.key);
      else this.fold(item.key, !isFolded);
      this.go(this.active);
    } else if (!/^\p{L}$/u.test(event.key) || !this.goToName(event.key)) return;
    // The tree handles these keys: they are not shortcuts of the page here.
    event.preventDefault();
    event.stopPropagation();
  }

  /** Moves to the next name that begins with a letter; false if there is none. */
  private goToName(letter: string): boolean {
    const begins = ({ item: { name } }: Visible): boolean =>
      name.toLowerCase().startsWith(letter.toLowerCase());
    const next = this.visible.findIndex((one, at) => at > this.active && begins(one));
    const found = next >= 0 ? next : this.visible.findIndex(begins);
    if (found < 0) return false;
    this.go(found);
    return true;
  }
}
