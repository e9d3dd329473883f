import { setting } from "./settings";

/** How many recent files the browser keeps; where there are none, the code that lists them is not loaded. */
export const recentSetting = setting("recent", (stored) => (typeof stored === "number" ? stored : 0));
