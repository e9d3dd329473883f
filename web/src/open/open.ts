import type { SourceDescription } from "@tagview/engine";
import { add } from "../app/items";
import type { Found, MountedViewer } from "../app/viewer";

/** What tells a source's format by its content: the engine. */
export type Recognise = (source: SourceDescription) => Promise<{ format: string | null }>;

/**
 * Opens sources in the viewers of their formats, in one list, and shows the last one; `keys` are those of a link
 * to it. What nobody recognises goes to the first viewer: its reader says in a sentence what is wrong with it.
 */
export function opener(
  viewers: ReadonlyMap<string, MountedViewer>,
  recognise: Recognise,
): (found: readonly Found[], keys?: URLSearchParams) => Promise<void> {
  const [first] = viewers.values();
  return async (found, keys) => {
    const formats = await Promise.all(
      found.map(async ({ source }) => {
        try {
          return (await recognise(source)).format;
        } catch {
          // Whoever reads it will meet the same and tell it.
          return null;
        }
      }),
    );
    const items = found.flatMap((one, index) => {
      const viewer = viewers.get(formats[index] ?? "") ?? first;
      return viewer ? [viewer.open(one)] : [];
    });
    add(items, keys);
  };
}

/** Files that were dropped, picked or pasted. */
export function filesFound(files: readonly File[]): Found[] {
  return files.map((blob) => ({
    name: blob.name,
    source: { kind: "blob", blob },
    origin: { from: "person" },
  }));
}
