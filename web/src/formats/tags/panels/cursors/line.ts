/** The line of a cursor over a chart, with its letter. */

import type { Frame } from "@tagview/charts";
import { setAttribute, setAttributes, svg } from "../../../../ui/dom";

export class CursorLine {
  private readonly group = svg("g", { class: "cursor" });
  private readonly line = svg("line");
  private readonly text = svg("text");

  constructor(overlay: SVGSVGElement, name: string) {
    this.text.textContent = name;
    this.group.append(this.line, this.text);
    overlay.append(this.group);
  }

  /** Draws it at `x` pixels; hides it outside the frame. */
  render(x: number, frame: Frame | null): void {
    const isSeen = frame !== null && x >= frame.left - 0.5 && x <= frame.right + 0.5;
    setAttribute(this.group, "visibility", isSeen ? "visible" : "hidden");
    if (!isSeen) return;
    setAttributes(this.line, { x1: x, x2: x, y1: frame.top, y2: frame.bottom });
    setAttributes(this.text, { x: x + (x > frame.right - 14 ? -11 : 4), y: frame.bottom - 5 });
  }
}
