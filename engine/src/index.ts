export type * from "./request.ts";
export type * from "./results.ts";
