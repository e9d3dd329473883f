import { count } from "@tagview/charts";
import type { PartitionKey } from "@tagview/engine";

interface Columns {
  partition: BigInt64Array;
  compartment?: BigInt64Array;
  cluster?: BigInt64Array;
}

/** A partition's name: `1,042`; in a `v2` header, with its compartment and cluster, `0/1,042, cluster 1`. */
export function keyOf(key: PartitionKey): string {
  if (typeof key === "bigint") return count(key);
  return `${key.compartment}/${count(key.partition)}${key.cluster > 0n ? `, cluster ${key.cluster}` : ""}`;
}

/** The name of the partition in row `index`; includes its cluster only if the partition has several. */
export function labelOf({ partition, compartment, cluster }: Columns, index: number): string {
  const number = partition[index] ?? 0n;
  if (compartment === undefined || cluster === undefined) return count(number);
  const [mine, place] = [compartment[index] ?? 0n, cluster[index] ?? 0n];
  const same = (other: number): boolean => compartment[other] === mine && partition[other] === number;
  const several = place > 0n || same(index + 1);
  return `${mine}/${count(number)}${several ? `, cluster ${place}` : ""}`;
}

/** The first row of a partition; null if there is none. */
export function rowOf({ partition, compartment }: Columns, wanted: number): number | null {
  if (compartment !== undefined) {
    const found = partition.indexOf(BigInt(wanted));
    return found < 0 ? null : found;
  }
  // Without compartments the partitions ascend.
  let [low, high] = [0, partition.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (Number(partition[middle]) < wanted) low = middle + 1;
    else high = middle;
  }
  return Number(partition[low]) === wanted ? low : null;
}
