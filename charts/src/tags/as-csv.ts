/** `@tagview/charts/csv`: what the charts show as CSV. A page loads it when somebody saves numbers. */

export { coincidenceCsv, g2Csv, gapsCsv, pairsCsv, rateCsv } from "./csv";
export { lifetimeCsv, stabilityCsv } from "./csv-fits";
export { ticksCsv } from "./csv-ticks";
