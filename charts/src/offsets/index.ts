/** The charts of offset headers. */

export type { LagData, OffsetsData } from "./data";
export { lagChart, lagFrame } from "./lag";
export { offsetsChart, offsetsFrame } from "./offsets";
