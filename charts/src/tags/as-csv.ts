/** `@tagview/charts/csv`: the data of charts as CSV. A page loads it on demand. */

export { coincidenceCsv, g2Csv, gapsCsv, pairsCsv, rateCsv } from "./csv";
export { imageCsv, lifetimeCsv, phasorCsv, stabilityCsv } from "./csv-fits";
export { ticksCsv } from "./csv-ticks";
