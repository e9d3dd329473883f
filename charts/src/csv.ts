/** `@tagview/charts/csv`: what the charts show as CSV. A page loads it when somebody saves numbers. */

export { coincidenceCsv, g2Csv, gapsCsv, pairsCsv, rateCsv } from "./tags/csv";
export { lifetimeCsv, stabilityCsv } from "./tags/csv-fits";
