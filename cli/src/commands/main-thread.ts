/** The commands that have files and do everything on the program's own thread; no worker is started for them beforehand. */
export const MAIN_THREAD_COMMANDS = ["slice", "merge", "serve", "simulate"];
