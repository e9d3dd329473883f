import { guard } from "../app/panel";
import { theme, toggleTheme } from "../app/theme";
import type { MountedViewer } from "../app/viewer";
import { pickFiles } from "../open/picker";
import { h, setAttribute, setText, svg } from "../ui/dom";
import type { PageEntry, SampleEntry } from "./entries";

/** Controls of a viewer in the bar. */
export interface ControlGroup {
  controls: NonNullable<MountedViewer["controls"]>;
  /** Whether they apply to the displayed item. */
  isShown(): boolean;
}

export interface BarParts {
  pages: readonly PageEntry[];
  samples: readonly SampleEntry[];
  controls: readonly ControlGroup[];
  pickers: readonly HTMLInputElement[];
  home(): void;
  help(): void;
}

/** The bar at the top: buttons to open files, the viewers' controls, theme, help. */
export function bar(parts: BarParts): { nodes: Node[]; render(): void } {
  const pages = parts.pages.map((page) => ({
    page,
    button: h("button", { onclick: () => page.toggle() }, page.writing.button),
  }));
  const samples = parts.samples.flatMap(({ sample: { bar }, open }) =>
    bar ? [h("button", { title: bar.title, onclick: () => open() }, bar.button)] : [],
  );
  const groups = parts.controls.map(({ controls, isShown }) => ({
    root: h("div", { class: "controls" }, ...controls.map(({ root }) => root)),
    controls: controls.map((control) => guard(control, () => undefined)),
    isShown,
  }));
  const dark = themeButton();
  const logo = h(
    "a",
    {
      class: "logo",
      href: "#",
      "aria-label": "tagview",
      onclick: (event: Event) => {
        event.preventDefault();
        parts.home();
      },
    },
    mark(),
    "tagview",
  );
  return {
    nodes: [
      h("h1", {}, logo),
      ...parts.pickers,
      h("button", { class: "primary", title: "Open files (o)", onclick: pickFiles }, "Open"),
      ...pages.map(({ button }) => button),
      ...samples,
      h("span", { class: "grow" }),
      ...groups.map(({ root }) => root),
      dark,
      h(
        "button",
        {
          class: "icon",
          "aria-label": "Shortcuts",
          title: "Shortcuts (?)",
          onclick: () => parts.help(),
        },
        "?",
      ),
    ],
    render: () => {
      for (const { page, button } of pages) setAttribute(button, "aria-pressed", String(page.isShown()));
      for (const { root, controls, isShown } of groups) {
        root.hidden = !isShown();
        for (const render of controls) render();
      }
    },
  };
}

function themeButton(): HTMLButtonElement {
  const button = h("button", { class: "icon", onclick: toggleTheme });
  const label = (): void => {
    setText(button, theme() === "dark" ? "Light" : "Dark");
    setAttribute(button, "title", `Change to ${theme() === "dark" ? "light" : "dark"} (d)`);
  };
  label();
  // A key and the system's setting also change the theme.
  new MutationObserver(label).observe(document.documentElement, { attributeFilter: ["data-theme"] });
  return button;
}

/** The logo: strokes on a time line. */
function mark(): Node {
  const root = svg("svg", { viewBox: "0 0 20 20", "aria-hidden": "true" });
  root.append(svg("path", { d: "M3 17V11M7 17V4M10.5 17V13M14 17V2M17.500 17V8" }));
  return root;
}
