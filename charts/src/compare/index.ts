/** The chart of the comparison of formats. */

export { type ComparisonOptions, comparisonChart, type FormatCost } from "./comparison";
