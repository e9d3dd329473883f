import { stepAt, toRfc3339 } from "@tagview/engine";
import { csvOf } from "../../../ui/csv";
import { WORDING } from "../sentences";
import type { SeriesRead } from "./reading";

const COLUMNS = ["header", "time", "partition", "offset", "moved", "rate", "lag"];

/** A line for each partition in each header, in order of time: rates per second, lags in offsets. */
export function csv({ series, lag }: SeriesRead): string {
  const rows = series.headers.flatMap(({ time_ns }, header) =>
    series.keys.flatMap((key, row) => {
      const offset = series.offset(row, header);
      if (offset === null) return [];
      const step = header === 0 ? null : stepAt(series, row, header - 1);
      const time = time_ns === null ? null : toRfc3339(time_ns);
      return [[header + 1, time, WORDING.name(key), offset, step?.moved, step?.rate, lag?.lag(row, header)]];
    }),
  );
  return csvOf([COLUMNS, ...rows]);
}
