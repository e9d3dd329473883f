/** The image that the header of a scanned recording describes. */

import { headerPeriod } from "./header-period.ts";
import type { RecordingKind } from "./kind.ts";
import { markerChannel } from "./markers.ts";
import type { ImageMeta, ImageRequest } from "./results.generated.ts";

/**
 * The request for the image that the header describes; null if the size or the marker of lines is unknown. `stated` and
 * `period`, in ticks, replace the values of the header.
 */
export function headerImage(
  kind: RecordingKind,
  stated: Partial<ImageMeta> = {},
  period = headerPeriod(kind),
): ImageRequest | null {
  const scan: Partial<ImageMeta> = { ...kind.meta?.image, ...stated };
  const { width, height, line_start, line_stop, frame, bidirectional, sin_correction } = scan;
  if (width === undefined || height === undefined || line_start == null) return null;
  return {
    name: "image",
    width: BigInt(width),
    height: BigInt(height),
    line_start: markerChannel(line_start),
    ...(line_stop != null && { line_stop: markerChannel(line_stop) }),
    ...(frame != null && { frame: markerChannel(frame) }),
    ...(bidirectional && { bidirectional }),
    ...(sin_correction && { sin_correction }),
    ...(period !== null && { period }),
  };
}
