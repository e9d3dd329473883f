/**
 * What the shell and the viewer of a format know of each other. The shell lists what is open, shows one of it
 * and keeps the address; everything about a format is its viewer's.
 */

import type { SourceDescription } from "@tagview/engine";
import type { Panel } from "./panel";
import type { Shortcut } from "./shortcuts";

/** Where an open item came from, which decides how a link names it. */
export type Origin =
  /** Lies beside the page: the link names the address, and the page opens it again automatically. */
  | { from: "address"; address: string }
  /** Was dropped, picked or pasted as a file: the link names the file, and a person has to drop it again. */
  | { from: "person" }
  /** Was typed or pasted into the viewer's own page: the link leads to that page, empty. */
  | { from: "page" };

/** One open thing of any format, as the list and the address need it. */
export interface Item {
  /** Id of the format, which names the viewer. */
  readonly format: string;
  readonly name: string;
  /** Bytes; null where they are not known before reading. */
  readonly size: number | null;
  readonly origin: Origin;
  /**
   * Makes this what the viewer's page is about. `keys` are those of a link; without them the item is seen as it
   * was last.
   */
  show(keys?: URLSearchParams): void;
  /** How far reading is; nothing where the format is read at once. */
  progress?(): Progress;
  /** How it is, in the list of what is open; nothing where there is nothing to say. */
  condition?(): Condition;
  /** Stops reading, where what was read stays, and counting. */
  stop?(): void;
  /** Frees workers and memory; the item is not used afterwards. */
  close(): void;
  /** Compares the item that is shown with this one; nothing where the format can't. */
  comparison?: { isOn(): boolean; set(on: boolean): void };
}

/** The state of an item, and what about it, in a few words. */
export interface Condition {
  is: "unread" | "reading" | "sound" | "flawed";
  text: string;
}

/** The line at the bottom of the page. */
export interface Progress {
  state: "reading" | "counting" | "ended";
  /** From 0 to 1; null where the size is not known. */
  done: number | null;
  /** Percent, speed, time left; or how it ended. */
  text: string;
  /** How much of it is held in memory, where that is not all; else empty. */
  held: string;
}

/** A source whose content was recognised, or that nobody recognised. */
export interface Found {
  name: string;
  source: SourceDescription;
  origin: Origin;
  /** The same source as one that may grow while it is read; nothing, or null, where there is none. */
  growing?: Promise<SourceDescription | null>;
}

/** A folder that was dropped or picked. */
export interface FoundFolder {
  name: string;
  /** Its files by their paths below it. */
  files: readonly { path: string; file: File }[];
  /** Whether it has more files than are listed. */
  isCut: boolean;
}

/** A file that lies beside the page and shows what the viewer can do. */
export interface Sample {
  name: string;
  /** Where it lies, relative to the page. */
  path: string;
  /** What a link calls it. */
  address: string;
  /** Its button on the start page, below that of the viewer's first sample; nothing for none. */
  title?: string;
  /** The view that is shown first, as the keys of a link. */
  view?: string;
  /** The key that opens it from anywhere, what that does, and the bar's button with its title; nothing for none. */
  bar?: { key: string; does: string; button: string; title: string };
}

/** A page of the viewer's own, into which something is typed or pasted. */
export interface Writing {
  /** What is written there, with an article: "an offset header". */
  what: string;
  key: string;
  does: string;
  button: string;
  /** Makes the item that is written; the shell does so once, when the page is first shown. */
  create(): Item;
  /** Puts a text that was dropped anywhere into the page, which is shown. */
  fill(text: string): void;
  /** Puts an example into the page. */
  fillExample(): void;
  /** Puts the caret where a person begins to write, once the page is seen. */
  focus(): void;
}

/** A way in on the start page: what is opened, what the page shows of it, its endings, and a sample. */
export interface Door {
  title: string;
  shows: string;
  kinds: string;
  /** On the button of the first sample or, of a viewer with a page to write into, of the example. */
  sample: string;
}

/** What the shell does for viewers. */
export interface Shell {
  /** Puts a link to what is shown on the clipboard; true if it is there. */
  copyLink(): Promise<boolean>;
  /** "tagview opens recordings of time tags, offset headers, ..." */
  whatOpens(): string;
}

/** A viewer with its page made. */
export interface MountedViewer {
  /** The page, which the shell shows and hides. */
  root: HTMLElement;
  /** Room on the page for the list of what is open; nothing where the page is not made yet. */
  listPlace(): HTMLElement | undefined;
  /** Draws what changed; at most once a frame, and only while the page is shown. */
  render(): void;
  /** Makes an item of a source; reading begins when it is first shown. */
  open(found: Found): Item;
  /** Keys that act while the page is shown. */
  shortcuts: readonly Shortcut[];
  samples: readonly Sample[];
  writing?: Writing;
  door?: Door;
  /** Controls of the bar that concern this format, right of its middle. */
  controls?: readonly Panel<void>[];
  /** Contents of the help below the shortcuts: gestures on charts, and sections of its own. */
  help?: { gestures: readonly (readonly [string, string])[]; sections: readonly Node[]; refresh(): void };
  /** Runs the viewer's code once, so that it is compiled when a person's file comes; ends early when not idle. */
  warmUp?(isIdle: () => boolean): Promise<void>;
  /** Opens a whole folder as one item, where these are the paths of one. */
  folder?: { is(paths: readonly string[]): boolean; open(folder: FoundFolder): Item };
  /** What it opens, as a part of the sentence on what tagview opens. */
  opens?: string;
  /** Whether a text is of this format that its first bytes do not tell. */
  claims?(text: string): boolean;
  /** Takes a text about what is open, such as a list of channels, instead of opening it; false for other texts. */
  takes?(text: string): boolean;
}

/** Which keys of the address are the viewer's. */
export interface UrlState {
  /** Keys that bring back what the page shows; empty values are left out. */
  write(): Iterable<readonly [key: string, value: string]>;
  /** Whether a link that names no file means the viewer's own page. */
  isOwnPage(keys: URLSearchParams): boolean;
  /** Takes what a link to the viewer's own page, which is shown, holds for it. */
  fillOwnPage?(keys: URLSearchParams): void;
}

export interface Viewer {
  /** Id of the format, the same in every package. */
  format: string;
  urlState: UrlState;
  mount(shell: Shell): MountedViewer;
}
