/** The header's data about the measurement, as lines of text. */

import { seconds, shortSeconds, withUnit } from "../../output/numbers";
import { printable } from "../../output/printable";
import type { ImageMeta, RecordingMeta } from "../../runtime/engine";

/** A line about the device and one about the measurement; facts missing from the header are omitted. */
export function metaText(meta: RecordingMeta | null): string {
  if (meta === null) return "";
  const { mode, resolution_s, sync_rate_hz, sync_period_s, acquisition_time_s, start, comment, input_names } =
    meta;
  const { image } = meta;
  const device = [
    mode,
    resolution_s === null ? null : `resolution ${shortSeconds(resolution_s, 7)}`,
    sync_rate_hz === null ? null : `sync ${withUnit(sync_rate_hz, "Hz")}`,
    sync_period_s === null || mode !== "T3" ? null : `period ${shortSeconds(sync_period_s, 7)}`,
  ];
  const measurement = [
    start === null ? null : `recorded ${printable(start)}`,
    acquisition_time_s === null ? null : `acquisition of ${seconds(acquisition_time_s, 5)}`,
    comment === null ? null : `comment: ${printable(comment)}`,
    input_names === null ? null : `inputs: ${input_names.map(printable).join(", ")}`,
  ];
  const line = (parts: (string | null)[]) => {
    const known = parts.filter((part) => part !== null);
    return known.length === 0 ? "" : `${known.join(" · ")}\n`;
  };
  return line(device) + line(measurement) + line([image === null ? null : imageText(image)]);
}

/** The size of a scanned image, and how it was scanned. */
function imageText({ width, height, bidirectional, line_start, line_stop, frame }: ImageMeta): string {
  const marker = (name: string, number: number | null) => (number === null ? [] : [`${name} ${number}`]);
  const markers = [
    ...marker("line start", line_start),
    ...marker("line stop", line_stop),
    ...marker("frame", frame),
  ];
  const scan = bidirectional ? ", bidirectional" : "";
  return `image of ${width} × ${height} pixels${scan}; markers: ${markers.join(", ") || "none"}`;
}
