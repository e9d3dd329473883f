import { stepAt, toRfc3339 } from "@tagview/engine";
import { WORDING } from "../sentences";
import type { SeriesRead } from "./reading";

const COLUMNS = ["header", "time", "partition", "offset", "moved", "rate", "lag"];

/** A line for each partition in each header, in order of time: rates per second, lags in offsets. */
export function csv({ series, lag }: SeriesRead): string {
  const lines = series.headers.flatMap(({ time_ns }, header) =>
    series.keys.flatMap((key, row) => {
      const offset = series.offset(row, header);
      if (offset === null) return [];
      const step = header === 0 ? null : stepAt(series, row, header - 1);
      const name = WORDING.name(key);
      const cells = [
        header + 1,
        time_ns === null ? "" : toRfc3339(time_ns),
        name.includes(",") ? `"${name}"` : name,
        ...[offset, step?.moved, step?.rate, lag?.lag(row, header)].map((value) => String(value ?? "")),
      ];
      return [cells.join(",")];
    }),
  );
  return `${[COLUMNS.join(","), ...lines].join("\n")}\n`;
}
