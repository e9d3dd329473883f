import { h } from "../dom";
import { close, compare, show } from "../files";
import { changes } from "../memo";
import type { State } from "../state";

/** The open files, where there are several: the one shown is pressed, the others switch. */
export function fileList(): { root: HTMLElement; render: (state: State) => void } {
  const root = h("nav", { class: "panel file-list", "aria-label": "Open files", hidden: true });
  const changed = changes();
  return {
    root,
    render: ({ files, current, compared }) => {
      if (!changed(files, current, compared)) return;
      root.hidden = files.length < 2;
      const focused = root.contains(document.activeElement);
      root.replaceChildren(
        ...files.map((file) =>
          h(
            "div",
            { class: "file-row" },
            h(
              "button",
              {
                type: "button",
                class: "file",
                "aria-current": file === current ? "true" : null,
                title: file.name,
                onclick: () => show(file),
              },
              file.name,
            ),
            file !== current &&
              h(
                "button",
                {
                  type: "button",
                  class: "quiet",
                  "aria-pressed": String(file === compared),
                  "aria-label": `Compare with ${file.name}`,
                  title: "Draw it beside the other one in every chart",
                  onclick: () => compare(file === compared ? null : file),
                },
                "compare",
              ),
            h(
              "button",
              {
                type: "button",
                class: "quiet",
                "aria-label": `Close ${file.name}`,
                title: "Close",
                onclick: () => close(file),
              },
              "×",
            ),
          ),
        ),
      );
      if (focused) root.querySelector<HTMLElement>("[aria-current]")?.focus();
    },
  };
}
