/** `@tagview/engine/results`: the types of requests and results, without code. */

export type * from "./formats/public.ts";
