import type { SourceDescription } from "@tagview/engine";
import { add } from "../app/items";
import { notify, withdraw } from "../app/notice";
import type { Found, FoundFolder, Item, MountedViewer } from "../app/viewer";
import { some } from "../ui/numbers";
import type { IsOne } from "./folder";

/** Recognises a source's format by its content: the engine. */
export type Recognise = (
  source: SourceDescription,
) => Promise<{ format: string | null; name: string | null; opens: string | null }>;

/** How a command of tagview begins that opens what no viewer shows. */
const COMMAND = "`tagview ";

/** Maximum number of bytes of a text that is offered to a viewer. */
const MOST_TEXT = 32_000_000;

/** A source and the viewer of its format. */
interface Recognition {
  found: Found;
  /** Null if no viewer supports its format. */
  viewer: MountedViewer | null;
  /** What it is, and the command of tagview that opens it; null if a viewer does, or no command. */
  elsewhere: string | null;
}

/** The format of a source; `elsewhere` as in {@link Recognition}. */
interface KnownFormat {
  format: string | null;
  elsewhere: string | null;
}

export interface Opener {
  /**
   * Opens sources in the viewers of their formats and lists them. Shows the first supported one, with the view of
   * `keys`. A source without a recognised format goes to the first viewer, whose reader reports the error. Resolves to
   * the recognised sources.
   */
  open(found: readonly Found[], keys?: URLSearchParams): Promise<readonly Found[]>;
  /** Whether a viewer opens a folder with these paths as one item. */
  isOne: IsOne;
  /**
   * Opens folders that are one item each, and the recognised files of the other folders. A notice gives their number if
   * some files are not opened.
   */
  openFolders(folders: readonly FoundFolder[]): Promise<void>;
  /**
   * Puts a text into the page for text of its format's viewer; for other texts, a notice reports that there is none.
   */
  openText(text: string): Promise<void>;
}

/** `write` shows a viewer's own page with a text; `whatOpens` is the sentence about all supported files. */
export function opener(
  viewers: ReadonlyMap<string, MountedViewer>,
  recognise: Recognise,
  write: (format: string, text: string) => void,
  whatOpens: () => string,
): Opener {
  const [first] = viewers.values();
  let before: Promise<unknown> = Promise.resolve();

  /** Opens inputs in the order of arrival, even if a later one is recognised first. */
  const inTurn =
    <Given extends unknown[], T>(open: (...given: Given) => Promise<T>) =>
    (...given: Given): Promise<T> => {
      const opened = before.then(() => open(...given));
      before = opened.catch(() => {});
      return opened;
    };

  /** The format of a source. If its beginning is not enough, viewers examine the whole text. */
  async function formatOf(found: Found): Promise<KnownFormat> {
    let elsewhere: string | null = null;
    try {
      const { format, name, opens } = await recognise(found.source);
      if (format !== null && viewers.has(format)) return { format, elsewhere };
      if (opens?.startsWith(COMMAND))
        elsewhere = `${found.name} is ${name}: open it with ${opens.replaceAll("`", "")}.`;
    } catch {
      // The reader of the file fails with the same error and reports it.
      return { format: null, elsewhere };
    }
    const text = await textOf(found);
    const claimed = text === "" ? undefined : [...viewers].find(([, { claims }]) => claims?.(text));
    return { format: claimed?.[0] ?? null, elsewhere: claimed ? null : elsewhere };
  }

  /** Whether a viewer uses a text for its displayed item. */
  const isTaken = (text: string): boolean =>
    text !== "" && [...viewers.values()].some(({ takes }) => takes?.(text));

  /** Recognised one after another, because each uses an instance of the engine. */
  async function recogniseAll(all: readonly Found[]): Promise<Recognition[]> {
    const recognitions: Recognition[] = [];
    for (const found of all) {
      const { format, elsewhere } = await formatOf(found);
      recognitions.push({ found, viewer: viewers.get(format ?? "") ?? null, elsewhere });
    }
    return recognitions;
  }

  async function open(all: readonly Found[], keys?: URLSearchParams): Promise<readonly Found[]> {
    const given = await recogniseAll(all);
    if (!first || given.length === 0) return [];
    withdraw();
    const texts = await Promise.all(given.map(({ found, viewer }) => (viewer ? "" : textOf(found))));
    const recognitions = given.filter((_, index) => !isTaken(texts[index] ?? ""));
    if (recognitions.length === 0) return [];
    const items = recognitions.map(({ found, viewer }) => (viewer ?? first).open(found));
    add(items, keys, items[recognitions.findIndex(({ viewer }) => viewer)]);
    const other = recognitions.find(({ elsewhere }) => elsewhere !== null);
    if (other?.elsewhere) notify(other.elsewhere);
    return recognitions.flatMap(({ found, viewer }) => (viewer ? [found] : []));
  }

  const folderViewer = (paths: readonly string[]) =>
    [...viewers.values()].find(({ folder }) => folder?.is(paths))?.folder;

  async function openFolders(folders: readonly FoundFolder[]): Promise<void> {
    const ones: Item[] = [];
    const files: FoundFolder["files"][number][] = [];
    for (const contents of folders) {
      const one = folderViewer(contents.files.map(({ path }) => path));
      if (one) ones.push(one.open(contents));
      else files.push(...contents.files);
    }
    const recognitions = await recogniseAll(files.map(({ path, file }) => found(file, path)));
    const items = recognitions.flatMap(({ found, viewer }) => (viewer ? [viewer.open(found)] : []));
    withdraw();
    add([...ones, ...items]);
    if (files.length === 0 && ones.length > 0) return;
    const others = recognitions.length - items.length;
    if (folders.some(({ isCut }) => isCut))
      notify(`Only ${some(files.length, "file")} of the folder were looked at; it has more.`);
    else if (items.length === 0)
      notify(`Of ${some(recognitions.length, "file")} in the folder none can be opened. ${whatOpens()}`);
    else if (others > 0)
      notify(`${some(items.length, "file")} of the folder opened; ${others} of another kind left out.`);
  }

  async function openText(text: string): Promise<void> {
    const bytes = new Blob([text]);
    const { format } = await formatOf({
      name: "",
      source: { kind: "blob", blob: bytes },
      origin: { from: "page" },
    });
    if (format !== null && viewers.get(format)?.writing) {
      withdraw();
      write(format, text);
      return;
    }
    const begin = text.trim().slice(0, 40);
    const quoted = `“${begin}${begin.length < text.trim().length ? "…" : ""}”`;
    const writable = [...viewers.values()].flatMap(({ writing }) => writing?.what ?? []);
    notify(`${quoted} is not ${writable.join(" or ")}. ${whatOpens()}`);
  }

  const isOne: IsOne = (paths) => folderViewer(paths) !== undefined;

  return {
    open: inTurn(open),
    isOne,
    openFolders: inTurn(openFolders),
    openText: inTurn(openText),
  };
}

/** The text of a file; empty if it is too long or unreadable. */
async function textOf({ source }: Found): Promise<string> {
  if (source.kind !== "blob" || source.blob.size > MOST_TEXT) return "";
  return source.blob.text().catch(() => "");
}

/** Dropped, picked or pasted files; `handles` are those of the same files in the same order, if available. */
export function filesFound(
  files: readonly File[],
  handles: Promise<readonly FileSystemHandle[]> = Promise.resolve([]),
): Found[] {
  return files.map((file, k) => ({
    ...found(file, file.name),
    growing: handles.then(
      (all) => growing(file, all[k]),
      () => null,
    ),
  }));
}

function growing({ name }: File, handle: FileSystemHandle | undefined): SourceDescription | null {
  // If a file has no handle, the handle at its index belongs to a later file.
  if (handle?.kind !== "file" || handle.name !== name) return null;
  return { kind: "handle", handle: handle as FileSystemFileHandle, name };
}

function found(blob: File, name: string): Found {
  return { name, source: { kind: "blob", blob }, origin: { from: "person" } };
}

/** "tagview opens recordings of time tags, offset headers and ..." */
export function whatOpens(viewers: Iterable<MountedViewer>): string {
  const things = [...viewers].flatMap(({ opens }) => opens ?? []);
  const others = things.slice(0, -1).join(", ");
  return `tagview opens ${[others, things.at(-1)].filter(Boolean).join(" and ")}.`;
}
