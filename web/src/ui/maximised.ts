/** The maximised panel, if any: the style sheet has it fill the nearest ancestor with `data-room`. */

import { h, setAttribute, setText } from "./dom";

let maximised: { root: HTMLElement; button: HTMLButtonElement } | null = null;

/** A button that maximises a panel and restores it. */
export function maximiseButton(root: HTMLElement, title: string): HTMLButtonElement {
  const button = h("button", {
    class: "quiet maximise",
    onclick: () => {
      const isMaximised = maximised?.root === root;
      restore();
      if (!isMaximised) maximise(root, button);
    },
  });
  setLabel(button, title, false);
  button.dataset.panel = title;
  return button;
}

function setLabel(button: HTMLButtonElement, title: string, isMaximised: boolean): void {
  const label = isMaximised
    ? `Make ${title} small again (Escape; arrows: the next panel)`
    : `Maximise ${title}`;
  setText(button, isMaximised ? "⤡" : "⤢");
  for (const name of ["title", "aria-label"]) setAttribute(button, name, label);
  setAttribute(button, "aria-pressed", String(isMaximised));
}

function maximise(root: HTMLElement, button: HTMLButtonElement): void {
  maximised = { root, button };
  root.classList.add("maximised");
  setLabel(button, button.dataset.panel ?? "", true);
  root.scrollIntoView({ block: "nearest" });
}

function restore(): void {
  if (maximised === null) return;
  const { root, button } = maximised;
  maximised = null;
  root.classList.remove("maximised");
  setLabel(button, button.dataset.panel ?? "", false);
}

/** Maximises the next or the previous panel; the first follows the last. */
function step(by: 1 | -1): void {
  const room = maximised?.root.closest("[data-room]");
  const before = maximised?.button;
  if (!room || !before) return;
  restore();
  const buttons = [...room.querySelectorAll<HTMLButtonElement>("button.maximise")].filter(
    (button) => button.offsetParent !== null,
  );
  const next = buttons[(buttons.indexOf(before) + by + buttons.length) % buttons.length];
  const root = next?.closest<HTMLElement>(".panel");
  if (next && root) maximise(root, next);
  next?.focus();
}

// Arrow keys select the next panel only while its button has the focus: charts and boxes use them otherwise.
document.addEventListener("keydown", (event) => {
  const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (by === undefined || maximised === null || event.target !== maximised.button) return;
  event.preventDefault();
  step(by as 1 | -1);
});

// Handled before the shell's shortcuts, which use Escape differently; menus and boxes handle it first.
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || event.defaultPrevented || maximised === null) return;
  if (document.querySelector("dialog[open], :popover-open")) return;
  const { root, button } = maximised;
  const hadFocus = root.contains(document.activeElement);
  restore();
  event.preventDefault();
  root.scrollIntoView({ block: "nearest" });
  if (!hadFocus) button.focus();
});
