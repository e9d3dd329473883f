/** Exports of the comparison of formats. */

export type { Compare, CompareOptions } from "./api.ts";
export type { ComparedSelection } from "./job.ts";
export { paretoFront } from "./pareto.ts";
export * from "./results.ts";
