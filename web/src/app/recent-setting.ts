import { setting } from "./settings";

/** Number of recent files that the browser keeps. If it is 0, the code that lists them is not loaded. */
export const recentSetting = setting("recent", (stored) => (typeof stored === "number" ? stored : 0));
