/** The tags themselves as a file for other tools; loaded with the first export. */

import "./tags.css";
import {
  asTagviewError,
  DEFAULT_TICK,
  type ExportOptions,
  type ExportTarget,
  TagviewError,
} from "@tagview/engine";
import { engine } from "../../../app/engine";
import { announce } from "../../../ui/announce";
import { h, quietButton, setText } from "../../../ui/dom";
import { bytes as size, some } from "../../../ui/numbers";
import { sentence } from "../../../ui/sentence";
import { createFile, MOST_IN_MEMORY, TooLarge } from "../../../ui/written-file";
import { wholeOf } from "../session/results";
import { get, type State } from "../session/state";
import { commandLine, exportCommand } from "./command-line";
import { recordingFileName } from "./subject";

/** The running export of an element; the next one there cancels it. */
const running = new WeakMap<HTMLElement, AbortController>();

/** Exports the selected tags of the open recording, and shows its progress in `place`. */
export async function exportTags(target: ExportTarget, place: HTMLElement): Promise<void> {
  const state = get();
  const { current } = state;
  if (!current) return;
  const name = `${recordingFileName(state)}.${target}`;
  const file = await createFile(name);
  if (file === null) return;
  running.get(place)?.abort();
  const abort = new AbortController();
  running.set(place, abort);
  const bar = h("progress", { max: 1, "aria-label": "Exported" });
  const progress = h("span", { class: "field-note" }, name);
  const stop = quietButton("Cancel", () => abort.abort());
  place.replaceChildren(bar, progress, stop);
  const end = (text: string, isError = false): void => {
    if (running.get(place) !== abort) return;
    place.replaceChildren(
      isError ? h("p", { class: "field-error", role: "alert" }, text) : h("p", { class: "field-note" }, text),
    );
    if (!isError) announce(text);
  };
  let written = 0;
  try {
    const made = await engine.tags.export(current.source, optionsOf(target, state, name), {
      signal: abort.signal,
      write: async (bytes) => {
        written += bytes.length;
        await file.append(bytes as Uint8Array<ArrayBuffer>);
      },
      onBytes: (read, total) => {
        if (total !== null) bar.value = read / total;
        setText(progress, `${name}, ${size(written)}`);
      },
    });
    if (abort.signal.aborted) throw new TagviewError("cancelled", "", "");
    const { head, tags } = made.written;
    if (head !== null) await file.rewrite(head as Uint8Array<ArrayBuffer>);
    await file.finish();
    const { error, doubtful_tags } = made.read;
    const sentences = [`${some(tags, "tag")} exported as ${name}, ${size(written)}.`];
    if (error !== null) sentences.push(`The recording is damaged: ${error.message}.`);
    if (doubtful_tags > 0)
      sentences.push(
        `Of frames whose checksum does not match, ${some(doubtful_tags, "tag")} may be wrong; the file has those that are chosen.`,
      );
    end(sentences.join(" "));
  } catch (thrown) {
    await file.discard().catch(() => {});
    if (abort.signal.aborted) end("The export was cancelled; no file was written.");
    else end(`The tags can't be exported: ${why(thrown)}`, true);
  }
}

function why(thrown: unknown): string {
  if (thrown instanceof TooLarge) {
    const most = size(MOST_IN_MEMORY);
    return `this browser can't write a file as it comes, and more than ${most} don't fit into memory. Choose a range of time, or use tagview at the command line.`;
  }
  return sentence(asTagviewError(thrown));
}

/** The selection: the time range and the visible channels, including virtual ones. */
function optionsOf(target: ExportTarget, state: State, name: string): ExportOptions {
  const { current, view, tick, tickText } = state;
  const channels = shownChannels(state);
  const selection = { ...view.range, ...(channels && { channels }) };
  const names = [...view.names].flatMap(([channel, named]) => (named.name ? [[channel, named.name]] : []));
  // If neither the file nor the user gives the tick, the default is a guess.
  const isTickKnown = (current?.tick ?? null) !== null || tickText !== DEFAULT_TICK;
  return {
    target,
    ...(isTickKnown && { unit: tickText.replaceAll(/\s/gu, "") }),
    metadata: {
      "tagview.source": current?.name ?? "",
      "tagview.command": commandLine(exportCommand(state, channels ?? [], name)),
      "tagview.tick_s": String(tick),
      ...(names.length > 0 && { "tagview.channels": JSON.stringify(Object.fromEntries(names)) }),
    },
    ...(Object.keys(selection).length > 0 && { selection }),
    ...(view.define.length > 0 && { define: view.define, tick: tickText }),
  };
}

/** The visible channels; null if all are visible. */
function shownChannels({ current, view }: State): bigint[] | null {
  if (view.hidden.size === 0) return null;
  const all = wholeOf(current, "summary")?.channels ?? [];
  return all.map(({ channel }) => channel).filter((channel) => !view.hidden.has(channel));
}
