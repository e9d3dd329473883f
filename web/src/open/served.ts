import type { Found } from "../app/viewer";

interface Served {
  name: string;
  url: string;
}

/** The files that `tagview serve` offers beside the page; none where the page is served by anything else. */
export async function servedFiles(): Promise<Found[]> {
  return (await listed()).map(({ name, url }) => {
    const source = { kind: "url", url: new URL(url, document.baseURI).href } as const;
    return { name, source, origin: { from: "address", address: name }, growing: Promise.resolve(source) };
  });
}

/** The same files with the one called `wanted` in front: the first one is shown. */
export function wantedFirst(files: readonly Found[], wanted: string | undefined): Found[] {
  const shown = files.find(({ name }) => name === wanted);
  return [...(shown ? [shown] : []), ...files.filter((file) => file !== shown)];
}

async function listed(): Promise<Served[]> {
  // A page that was opened from a disk has no server.
  if (!/^https?:$/u.test(location.protocol)) return [];
  try {
    const response = await fetch(new URL("files.json", document.baseURI), { cache: "no-store" });
    if (!response.ok || !/json/u.test(response.headers.get("content-type") ?? "")) return [];
    const listed: unknown = await response.json();
    return Array.isArray(listed) ? listed.filter(isServed) : [];
  } catch {
    // Offline: then nothing is served.
    return [];
  }
}

function isServed(entry: unknown): entry is Served {
  const { name, url } = (entry ?? {}) as Partial<Record<keyof Served, unknown>>;
  return typeof name === "string" && typeof url === "string";
}
