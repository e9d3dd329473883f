/** The charts of index-headers. */

export { type LabelArea, labelsChart } from "./treemap";
