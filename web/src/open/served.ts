import type { Found } from "../app/viewer";

interface Served {
  name: string;
  url: string;
}

/** The files that a server offers together with the page. */
interface Offer {
  files: Found[];
  /** Whether the address is valid only while the server runs: `tagview serve` has a new one each time. */
  isTemporary: boolean;
}

/** The files that `tagview serve` offers next to the page; none if anything else serves the page. */
export async function servedFiles(): Promise<Offer> {
  const { list, isTemporary } = await listed();
  const files = list.map(({ name, url }): Found => {
    const source = { kind: "url", url: new URL(url, document.baseURI).href } as const;
    return { name, source, origin: { from: "address", address: name }, growing: Promise.resolve(source) };
  });
  return { files, isTemporary };
}

/** The files with the one named `wanted` first, because the first one is displayed. */
export function wantedFirst(files: readonly Found[], wanted: string | undefined): Found[] {
  const shown = files.find(({ name }) => name === wanted);
  return [...(shown ? [shown] : []), ...files.filter((file) => file !== shown)];
}

async function listed(): Promise<{ list: Served[]; isTemporary: boolean }> {
  const none = { list: [], isTemporary: false };
  // A page opened from a disk has no server.
  if (!/^https?:$/u.test(location.protocol)) return none;
  try {
    const response = await fetch(new URL("files.json", document.baseURI), { cache: "no-store" });
    if (!response.ok || !/json/u.test(response.headers.get("content-type") ?? "")) return none;
    const list: unknown = await response.json();
    const isTemporary = response.headers.get("tagview-address") === "temporary";
    return { list: Array.isArray(list) ? list.filter(isServed) : [], isTemporary };
  } catch {
    // Offline: no files are served.
    return none;
  }
}

function isServed(entry: unknown): entry is Served {
  const { name, url } = (entry ?? {}) as Partial<Record<keyof Served, unknown>>;
  return typeof name === "string" && typeof url === "string";
}
