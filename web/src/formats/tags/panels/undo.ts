import type { Panel } from "../../../app/panel";
import { h } from "../../../ui/dom";
import { get, redo, undo } from "../session/state";

/** Two buttons that take changes of the view back, and bring them again. */
export function undoButtons(): Panel<void> {
  const button = (text: string, name: string, title: string, act: () => void): HTMLButtonElement =>
    h("button", { class: "icon", title, "aria-label": name, onclick: act }, text);
  const back = button("↶", "Undo", "Undo the last change of the view (Ctrl Z)", undo);
  const forward = button("↷", "Redo", "Redo what was undone (Ctrl Shift Z)", redo);
  const root = h("span", { class: "undo", hidden: true }, back, forward);
  return {
    root,
    render: () => {
      const { current } = get();
      root.hidden = current === null;
      back.disabled = !current?.trail.past.length;
      forward.disabled = !current?.trail.future.length;
    },
  };
}
