/** Milliseconds of searching after which keys and drawing have their turn. */
const SLICE_MS = 10;
/** Places that are searched between two looks at the clock. */
const BATCH = 4096;

/**
 * Searches the rows below `length`, or those of `among`, in slices, so that a million rows do not block typing. `found`
 * is called after each slice with the matches so far, and whether the search is complete; the first call is before this
 * returns. The returned function stops the search.
 */
export function searchPlaces(
  length: number,
  among: Uint32Array | null,
  passes: (place: number) => boolean,
  found: (places: Uint32Array, isAll: boolean) => void,
): () => void {
  const most = among?.length ?? length;
  const places = new Uint32Array(most);
  let [at, n] = [0, 0];
  let timer: ReturnType<typeof setTimeout> | undefined;

  function slice(): void {
    const began = performance.now();
    do {
      for (const end = Math.min(at + BATCH, most); at < end; at++) {
        const place = among?.[at] ?? at;
        if (passes(place)) places[n++] = place;
      }
    } while (at < most && performance.now() - began < SLICE_MS);
    found(places.subarray(0, n), at === most);
    if (at < most) timer = setTimeout(slice);
  }

  slice();
  return () => clearTimeout(timer);
}
