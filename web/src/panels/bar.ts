import { h, setAttribute, setText } from "../dom";
import { pickFiles } from "../drop";
import { openBlobs } from "../files";
import { openSample } from "../sample";
import { remember } from "../settings";
import { type State, set } from "../state";
import { theme, toggleTheme } from "../theme";
import { tickField } from "./tick";

/** The bar at the top: what can be opened, how times are read, light and dark, help. */
export function barPanel(actions: { header: () => void; tags: () => void; help: () => void }): {
  nodes: Node[];
  render: (state: State) => void;
} {
  const picker = h("input", {
    type: "file",
    id: "picker",
    multiple: true,
    class: "unseen",
    tabindex: -1,
    "aria-label": "Files to open",
    onchange: () => {
      openBlobs([...(picker.files ?? [])]);
      picker.value = "";
    },
  });
  const header = h(
    "button",
    {
      type: "button",
      onclick: () => (header.getAttribute("aria-pressed") === "true" ? actions.tags() : actions.header()),
    },
    "Paste a header",
  );
  const tick = tickField();
  const units = h(
    "select",
    {
      "aria-label": "Units of time",
      onchange: () => {
        const chosen = units.value === "ticks" ? "ticks" : "time";
        remember({ units: chosen });
        set({ units: chosen });
      },
    },
    h("option", { value: "time" }, "seconds"),
    h("option", { value: "ticks" }, "ticks"),
  );
  const dark = h("button", {
    type: "button",
    class: "icon",
    onclick: () => {
      toggleTheme();
      label();
    },
  });
  const label = (): void => {
    setText(dark, theme() === "dark" ? "Light" : "Dark");
    setAttribute(dark, "title", `Change to ${theme() === "dark" ? "light" : "dark"} (d)`);
  };
  label();
  new MutationObserver(label).observe(document.documentElement, { attributeFilter: ["data-theme"] });
  const logo = h(
    "a",
    {
      class: "logo",
      href: "#",
      "aria-label": "tagview",
      onclick: ((event: Event) => {
        event.preventDefault();
        actions.tags();
      }) as never,
    },
    mark(),
    "tagview",
  );
  return {
    nodes: [
      logo,
      picker,
      h("button", { type: "button", class: "primary", title: "Open files (o)", onclick: pickFiles }, "Open"),
      header,
      h(
        "button",
        { type: "button", title: "Open the sample recording (s)", onclick: () => openSample() },
        "Sample",
      ),
      h("span", { class: "grow" }),
      tick.root,
      units,
      dark,
      h(
        "button",
        {
          type: "button",
          class: "icon",
          "aria-label": "Shortcuts",
          title: "Shortcuts (?)",
          onclick: actions.help,
        },
        "?",
      ),
    ],
    render: (state) => {
      setAttribute(header, "aria-pressed", String(state.page === "header"));
      if (units.value !== state.units) units.value = state.units;
      tick.render(state);
    },
  };
}

/** The mark of the page: tags on a line of time. */
function mark(): Node {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 20 20");
  svg.setAttribute("aria-hidden", "true");
  const path = svg.appendChild(document.createElementNS("http://www.w3.org/2000/svg", "path"));
  path.setAttribute("d", "M3 17V11M7 17V4M10.5 17V13M14 17V2M17.500 17V8");
  return svg;
}
