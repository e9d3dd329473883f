import { asTagviewError, type SourceDescription, TagviewError } from "@tagview/engine";
import { openItems } from "../../app/items";
import { withPart } from "../../app/lazy";
import { notify } from "../../app/notice";
import type { Found, Origin } from "../../app/viewer";
import { announce } from "../../ui/announce";
import { bytes } from "../../ui/numbers";
import { sentence } from "../../ui/sentence";
import { reactive } from "../../ui/signals";
import type { Given, Header } from "./header";
import { decoder } from "./reading";
import { FORMAT, get } from "./state";

/** Milliseconds without a change before headers are kept for a reload. */
const KEEP_MS = 300;

/** Number of bytes at the beginning of a file that are searched for a header. */
const MOST_BYTES = 32_000_000;

/** The item of the boxes for typed and pasted text. */
export function writtenHeader(): Header {
  const header = makeHeader("Consistency header", null, { from: "page" });
  const change = header.change;
  header.change = (given, isTyping) => {
    change(given, isTyping);
    void keepSoon(header);
  };
  void fillFromBefore(header);
  return header;
}

/** Restores the texts from before a reload, unless the boxes have been filled since. */
async function fillFromBefore(header: Header): Promise<void> {
  const held = await (await import("./link")).keptFromBefore();
  const { text, other } = header.given;
  if (held && text === "" && other === "") header.change(held, false);
}

/** Keeps the texts of the boxes for a reload, after a short time without a change. */
async function keepSoon(header: Header): Promise<void> {
  const { given } = header;
  await new Promise((resolve) => setTimeout(resolve, KEEP_MS));
  if (header.given === given && openItems().items.includes(header))
    await (await import("./link")).keepForReload(given);
}

/** A file that has a header in it: its text is put into the box, as if it had been pasted. */
export function openHeader({ name, source, origin }: Found): Header {
  const header = makeHeader(name, source.kind === "blob" ? source.blob.size : null, origin);
  textOf(source, name).then(
    (text) => header.change({ text }, false),
    (reason: unknown) => {
      const error = sentence(asTagviewError(reason));
      header.outcome = { is: "refused", given: header.given, error };
    },
  );
  return header;
}

const NONE = { text: "", other: "" };

function makeHeader(name: string, size: number | null, origin: Origin): Header {
  const { decode, close } = decoder((outcome) => {
    header.outcome = outcome;
  });
  const header: Header = reactive<Header>({
    format: FORMAT,
    name,
    size,
    origin,
    given: { text: "", other: "", encoding: null },
    outcome: { is: "blank" },
    change: (change: Partial<Given>, isTyping) => {
      header.given = { ...header.given, ...change };
      decode(header.given, isTyping);
    },
    show: () => {},
    comparison: {
      isOn: () => {
        const { text } = header.given;
        return text !== "" && get().current?.given.other === text;
      },
      set: (on) => {
        get().current?.change({ other: on ? header.given.text : "" }, false);
        if (on) announce(`Compared with ${name}.`);
      },
    },
    close: () => {
      close();
      if (origin.from === "page")
        withPart(
          () => import("./link"),
          ({ keepForReload }) => keepForReload(NONE),
        );
    },
  });
  return header;
}

/** The text of a file, up to a limit. */
async function textOf(source: SourceDescription, name: string): Promise<string> {
  if (source.kind === "bytes") return new TextDecoder().decode(source.bytes);
  const blob = source.kind === "blob" ? source.blob : source.kind === "url" ? await blobAt(source.url) : null;
  if (blob === null)
    throw new TagviewError("open-failed", `${source.name ?? "the file"} can't be read`, "drop it here");
  if (blob.size > MOST_BYTES)
    notify(`Only the first ${bytes(MOST_BYTES)} of the ${bytes(blob.size)} of ${name} were read.`);
  return blob.slice(0, MOST_BYTES).text();
}

async function blobAt(url: string): Promise<Blob | null> {
  const response = await fetch(url);
  return response.ok ? response.blob() : null;
}
