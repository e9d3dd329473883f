import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import { TOOLS } from "./paths.mjs";

/** The folder in which Playwright installs and finds its own browser. */
export const BROWSERS = process.env.PLAYWRIGHT_BROWSERS_PATH ?? join(TOOLS, "browsers");

const NAMES = [
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

function executable(name) {
  const folders = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
  const paths = isAbsolute(name) ? [name] : folders.map((folder) => join(folder, name));
  return paths.find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

async function playwrights() {
  process.env.PLAYWRIGHT_BROWSERS_PATH ??= BROWSERS;
  try {
    const { chromium } = await import("@playwright/test");
    const path = chromium.executablePath();
    return existsSync(path) ? path : null;
  } catch {
    return null;
  }
}

/** A Chromium for tests: the variable CHROMIUM, an installed one, or Playwright's; otherwise null. */
export async function findChromium() {
  if (process.env.CHROMIUM) return executable(process.env.CHROMIUM) ?? null;
  for (const name of NAMES) {
    const path = executable(name);
    if (path) return path;
  }
  return playwrights();
}
