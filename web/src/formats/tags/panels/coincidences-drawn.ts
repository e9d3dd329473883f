/** Table and chart of coincidences, loaded after the first charts. */

import { coincidenceChart } from "@tagview/charts";
import { type CoincidenceTable, coincidenceTable } from "./coincidence-table";

export interface CoincidencesDrawn {
  table: CoincidenceTable;
  chart: typeof coincidenceChart;
}

export function coincidencesDrawn(): CoincidencesDrawn {
  return { table: coincidenceTable(), chart: coincidenceChart };
}
