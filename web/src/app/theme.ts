import { setting } from "./settings";

type Theme = "light" | "dark";

/** The user's choice; null follows the system. */
const chosen = setting<Theme | null>("theme", (stored) =>
  stored === "light" || stored === "dark" ? stored : null,
);

function systemTheme(): Theme {
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

/** The displayed theme. */
export function theme(): Theme {
  return chosen.load() ?? systemTheme();
}

/** Applies the theme to the page, and follows the system unless the user chose a theme. */
export function applyTheme(): void {
  const apply = (): void => {
    document.documentElement.dataset.theme = theme();
  };
  apply();
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", apply);
}

/**
 * Switches to the other theme. A choice equal to the system's is not stored, so that the page follows later changes.
 */
export function toggleTheme(): void {
  const next = theme() === "dark" ? "light" : "dark";
  chosen.remember(next === systemTheme() ? null : next);
  document.documentElement.dataset.theme = next;
}
