import { setting } from "./settings";

type Theme = "light" | "dark";

/** What the person chose; null follows the system. */
const chosen = setting<Theme | null>("theme", (stored) =>
  stored === "light" || stored === "dark" ? stored : null,
);

function systemTheme(): Theme {
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

/** The theme that is shown. */
export function theme(): Theme {
  return chosen.load() ?? systemTheme();
}

/** Puts the theme on the page, and follows the system as long as none was chosen. */
export function applyTheme(): void {
  const apply = (): void => {
    document.documentElement.dataset.theme = theme();
  };
  apply();
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", apply);
}

/** Changes to the other theme. What the system prefers anyway is not remembered: it may change its mind. */
export function toggleTheme(): void {
  const next = theme() === "dark" ? "light" : "dark";
  chosen.remember(next === systemTheme() ? null : next);
  document.documentElement.dataset.theme = next;
}
