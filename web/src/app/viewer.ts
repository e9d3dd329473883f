/**
 * The interfaces between the shell and the viewer of a format. The shell lists the open items, shows one of them and
 * keeps the address; the viewer does everything specific to its format.
 */

import type { SourceDescription } from "@tagview/engine";
import type { Panel } from "./panel";
import type { Shortcut } from "./shortcuts";

/** The origin of an open item, which determines how a link names it. */
export type Origin =
  /** Lies next to the page: the link names the address, and the page opens it again automatically. */
  | { from: "address"; address: string }
  /** Dropped, picked or pasted as a file: the link names the file, and the user has to drop it again. */
  | { from: "person" }
  /** Was typed or pasted into the viewer's own page: the link leads to that page, empty. */
  | { from: "page" };

/** One open thing of any format, as the list and the address need it. */
export interface Item {
  /** Id of the format, which selects the viewer. */
  readonly format: string;
  readonly name: string;
  /** Size in bytes; null if unknown before reading. */
  readonly size: number | null;
  readonly origin: Origin;
  /**
   * Makes this the item of the viewer's page. `keys` come from a link. Without `keys`, the item keeps its last view.
   */
  show(keys?: URLSearchParams): void;
  /** Progress of reading; absent if the format is read at once. */
  progress?(): Progress;
  /** State of the item for the list of open items; absent if there is nothing to report. */
  condition?(): Condition;
  /** Stops reading and counting; the data read so far remain. */
  stop?(): void;
  /** Frees workers and memory; the item must not be used afterwards. */
  close(): void;
  /** Compares the displayed item with this one; absent if the format does not support it. */
  comparison?: { isOn(): boolean; set(on: boolean): void };
}

/** The state of an item, with a few words about it. */
export interface Condition {
  is: "unread" | "reading" | "sound" | "flawed";
  text: string;
}

/** The line at the bottom of the page. */
export interface Progress {
  state: "reading" | "counting" | "ended";
  /** From 0 to 1; null if the size is unknown. */
  done: number | null;
  /** Percent, speed, time left; or how it ended. */
  text: string;
  /** The part held in memory, as text; empty if everything is. */
  held: string;
}

/** A source with its recognised format, or without one. */
export interface Found {
  name: string;
  source: SourceDescription;
  origin: Origin;
  /** Id of its format, if known; otherwise its content determines it. */
  format?: string;
  /** The same source as one that may grow while it is read; absent or null if it cannot grow. */
  growing?: Promise<SourceDescription | null>;
}

/** A folder that was dropped or picked. */
export interface FoundFolder {
  name: string;
  /** Its files by their paths below it. */
  files: readonly { path: string; file: File }[];
  /** Whether it has more files than are listed. */
  isCut: boolean;
  /** Absent for one that the user opened. */
  origin?: Origin;
}

/** A file next to the page that demonstrates the viewer. */
export interface Sample {
  name: string;
  /** Path relative to the page. */
  path: string;
  /** Name of the sample in a link. */
  address: string;
  /** Whether it is a folder for the viewer, in one file. */
  isFolder?: boolean;
  /** Its button on the start page, below that of the viewer's first sample; absent for no button. */
  title?: string;
  /** The format whose entry has this button, if not the viewer's own. */
  door?: string;
  /** The initial view, as the keys of a link. */
  view?: string;
  /**
   * The key that opens the sample from anywhere, its description, and the bar's button with its title; absent for none.
   */
  bar?: { key: string; does: string; button: string; title: string };
}

/** A viewer's page for typed or pasted text. */
export interface Writing {
  /** The content to write, with an article: "an offset header". */
  what: string;
  key: string;
  does: string;
  button: string;
  /** Makes the item for the text; the shell calls it once, when the page is first shown. */
  create(): Item;
  /** Puts dropped text into the page and shows it. */
  fill(text: string): void;
  /** Puts an example into the page. */
  fillExample(): void;
  /** Focuses the text box once the page is visible. */
  focus(): void;
}

/** An entry of the start page: the files it opens, a description of the page, their endings, and a sample. */
export interface Door {
  title: string;
  shows: string;
  kinds: string;
  /** On the button of the first sample or, of a viewer with a page to write into, of the example. */
  sample: string;
}

/** Functions of the shell for viewers. */
export interface Shell {
  /** Copies a link to the displayed view to the clipboard; resolves to true on success. */
  copyLink(): Promise<boolean>;
  /** Opens a source, and shows it. */
  open(found: Found): void;
  /** "tagview opens recordings of time tags, offset headers, ..." */
  whatOpens(): string;
}

/** Contents of the help below the shortcuts: gestures on charts, and a viewer's own sections. */
export interface Help {
  gestures: readonly (readonly [string, string])[];
  sections: readonly Node[];
}

/** A viewer with its page made. */
export interface MountedViewer {
  /** The page, shown and hidden by the shell. */
  root: HTMLElement;
  /** Container on the page for the list of open items; undefined if the page is not made yet. */
  listPlace(): HTMLElement | undefined;
  /** Draws changes; called at most once a frame, and only while the page is shown. */
  render(): void;
  /** Makes an item from a source; reading begins when the item is first shown. */
  open(found: Found): Item;
  /** Keys that are active while the page is shown. */
  shortcuts?: readonly Shortcut[];
  samples?: readonly Sample[];
  writing?: Writing;
  door?: Door;
  /** Controls of the bar that concern this format, right of its middle. */
  controls?: readonly Panel<void>[];
  /** Loads the viewer's contents of the help. */
  help?(): Promise<Help>;
  /** Runs the viewer's code once, so that it is compiled before a file is opened; returns early when not idle. */
  warmUp?(isIdle: () => boolean): Promise<void>;
  /** Opens a whole folder as one item, if `is` accepts its paths. */
  folder?: { is(paths: readonly string[]): boolean; open(folder: FoundFolder): Item };
  /** The files it opens, as a part of the sentence about all supported files. */
  opens?: string;
  /** Whether pasted text has this format although its first bytes do not show it. */
  claims?(text: string): boolean;
  /** Uses text, such as a list of channels, for the open item instead of opening it; false for other text. */
  takes?(text: string): boolean;
}

/** The keys of the address that belong to the viewer. */
export interface UrlState {
  /** The keys that restore the view; empty values are omitted. */
  write(): Iterable<readonly [key: string, value: string]>;
  /** Whether a link that names no file means the viewer's own page. */
  isOwnPage(keys: URLSearchParams): boolean;
  /** Applies the keys of a link to the viewer's own page, which is displayed. */
  fillOwnPage?(keys: URLSearchParams): void;
}

export interface Viewer {
  /** Id of the format, the same in every package. */
  format: string;
  urlState: UrlState;
  mount(shell: Shell): MountedViewer;
}
