/**
 * The commands that have files and work on the program's own thread, a slice as long as it is short: no worker is
 * started for them beforehand.
 */
export const MAIN_THREAD_COMMANDS = ["slice", "serve", "simulate", "index-header"];
