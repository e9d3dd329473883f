import { load, remember } from "./settings";

const system = matchMedia("(prefers-color-scheme: dark)");

/** The theme shown now: what was chosen, else the system's. */
export function theme(): "light" | "dark" {
  return load().theme ?? (system.matches ? "dark" : "light");
}

/** Puts the theme on the page, and follows the system as long as nothing was chosen. */
export function applyTheme(): void {
  document.documentElement.dataset.theme = theme();
  system.onchange = () => {
    document.documentElement.dataset.theme = theme();
  };
}

/** Changes to the other theme; what the system prefers needs no remembering. */
export function toggleTheme(): void {
  const next = theme() === "dark" ? "light" : "dark";
  remember({ theme: next === (system.matches ? "dark" : "light") ? null : next });
  document.documentElement.dataset.theme = next;
}
