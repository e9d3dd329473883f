import {
  asTagviewError,
  lagBehind,
  movements,
  type OffsetsSeries,
  type PartitionMovement,
  readSeries,
  type SeriesLag,
  worstFirst,
} from "@tagview/engine";
import { engine } from "../../../app/engine";
import { sentence } from "../../../ui/sentence";
import { reactive } from "../../../ui/signals";
import type { Given } from "../header";

/** The results of several headers. */
export interface SeriesRead {
  series: OffsetsSeries;
  /** The lag behind the headers in the second box; null if it has none, or if they cannot be compared. */
  lag: SeriesLag | null;
  /** The worst first. */
  partitions: PartitionMovement[];
  /** Remarks about the headers, including why they cannot be compared. */
  remarks: string[];
}

export interface SeriesReader {
  /** Reads the input, unless it is read already; `every` is the interval of headers without times, in nanoseconds. */
  read(given: Given, every: bigint | null): void;
  /** The latest result, kept until the next one arrives; null before the first. */
  latest(): SeriesRead | null;
  /** Whether the latest is of an earlier text. */
  isPending(): boolean;
}

interface Wanted {
  given: Given;
  every: bigint | null;
}

export function seriesReader(): SeriesReader {
  const now = reactive<{ wanted: Wanted | null; done: { of: Wanted; read: SeriesRead } | null }>({
    wanted: null,
    done: null,
  });

  async function readWanted(mine: Wanted): Promise<void> {
    const read = await readBoth(mine.given, mine.every);
    if (now.wanted === mine) now.done = { of: mine, read };
  }

  return {
    read: (given, every) => {
      const { wanted } = now;
      const isSame = wanted?.given.text === given.text && wanted.given.other === given.other;
      if (isSame && wanted?.every === every) return;
      now.wanted = { given, every };
      void readWanted(now.wanted);
    },
    latest: () => now.done?.read ?? null,
    isPending: () => now.done?.of !== now.wanted,
  };
}

async function readBoth({ text, other }: Given, every: bigint | null): Promise<SeriesRead> {
  const series = await readSeries(engine.offsets.read, text, { every });
  const remarks = series.remarks.map(({ message }) => message);
  let lag: SeriesLag | null = null;
  if (other.trim() !== "") {
    const right = await readSeries(engine.offsets.read, other, { every });
    remarks.push(
      ...right.remarks
        .filter(({ code }) => code !== "no-times")
        .map(({ message }) => `Second box: ${message}`),
    );
    try {
      if (right.headers.length > 0) lag = lagBehind(series, right);
    } catch (reason) {
      remarks.push(sentence(asTagviewError(reason)));
    }
  }
  return { series, lag, partitions: worstFirst(movements(series, lag)), remarks };
}
