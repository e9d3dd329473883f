/** Exports of each format besides its functions. */

export * from "./compare/public.ts";
export * from "./icechunk/public.ts";
export * from "./index-header/public.ts";
export * from "./offsets/public.ts";
export * from "./tags/public.ts";
