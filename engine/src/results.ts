/** `@tagview/engine/results`: the types of what is asked and answered, and no code. */

export type * from "./formats/public.ts";
