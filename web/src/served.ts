import { open } from "./files";
import type { View } from "./state";

interface Served {
  name: string;
  url: string;
}

/** The files `tagview serve` offers beside the page; none where the page is served by anything else. */
export async function servedFiles(): Promise<Served[]> {
  try {
    const response = await fetch(new URL("files.json", document.baseURI), { cache: "no-store" });
    if (!response.ok || !/json/u.test(response.headers.get("content-type") ?? "")) return [];
    const listed: unknown = await response.json();
    return Array.isArray(listed) ? listed.filter(isServed) : [];
  } catch {
    // Offline, or a page opened from a folder: then nothing is served.
    return [];
  }
}

/** Opens them all; the one that is shown is `wanted`, else the first. */
export function openServed(files: readonly Served[], wanted: string | null, view?: View): void {
  const first = files.find(({ name }) => name === wanted) ?? files[0];
  const order = [...files.filter((file) => file !== first), ...(first ? [first] : [])];
  open(
    order.map(({ name, url }) => ({
      name,
      source: { kind: "url", url: new URL(url, document.baseURI).href },
      address: name,
    })),
    view,
  );
}

function isServed(entry: unknown): entry is Served {
  const { name, url } = (entry ?? {}) as Partial<Record<keyof Served, unknown>>;
  return typeof name === "string" && typeof url === "string";
}
