import { parseTick, warm } from "@tagview/engine";
import "./style/index.css";
import { acceptDrops, pickFiles } from "./drop";
import { cancel, choose, close, openBlobs, show, watchRange } from "./files";
import { NO_HEADER, readHeader } from "./header";
import { listen, type Shortcut } from "./keys";
import { page } from "./page";
import { barPanel } from "./panels/bar";
import { helpPanel } from "./panels/help";
import { statusPanel } from "./panels/status";
import { openSample } from "./sample";
import { openServed, servedFiles } from "./served";
import { load } from "./settings";
import { get, set, setView, subscribe, WHOLE } from "./state";
import { applyTheme, toggleTheme } from "./theme";
import { fromHash, toHash } from "./url";

applyTheme();
// The decoder is loaded while the person looks for a file; a failure shows when it is needed.
warm().catch(() => {});
const link = fromHash(location.hash);
const settings = load();
set({
  page: link?.page ?? "tags",
  files: [],
  current: null,
  view: link?.view ?? WHOLE,
  header: NO_HEADER,
  tick: parseTick(settings.tick).seconds,
  tickText: settings.tick,
  units: settings.units,
});

const shortcuts: Shortcut[] = [
  { key: "o", does: "open files", run: pickFiles },
  { key: "s", does: "open the sample", run: () => openSample() },
  { key: "h", does: "paste a header", run: () => showHeader() },
  { key: "t", does: "back to the tags", run: () => set({ page: "tags" }) },
  { key: "n", does: "next file", run: () => step(1) },
  { key: "p", does: "file before", run: () => step(-1) },
  { key: "z", does: "zoom to the chosen range", run: zoomToRange },
  {
    key: "r",
    does: "back to the whole file",
    run: () => {
      setView({ rate: null, gaps: null });
      choose(null);
    },
  },
  { key: "d", does: "dark or light", run: toggleTheme },
  {
    key: "x",
    does: "close the file",
    run: () => {
      const { current } = get();
      if (current) close(current);
    },
  },
  { key: "Escape", does: "cancel reading", run: cancel },
  { key: "?", does: "this list", run: () => help.toggle() },
];
const help = helpPanel(shortcuts);
const body = page();
const bar = barPanel({ header: showHeader, tags: () => set({ page: "tags" }), help: help.toggle });
const status = statusPanel();
document.getElementById("bar")?.append(...bar.nodes);
document.getElementById("main")?.append(...body.nodes);
document.getElementById("status")?.append(...status.nodes);
document.body.append(help.root);

// Before the panels, so that they never draw a range that was left.
watchRange();
subscribe(body.render);
subscribe(bar.render);
subscribe(status.render);
subscribe((state) => {
  const hash = toHash(state);
  // Only a page that shows something has a state worth a link.
  if ((state.current || state.page === "header") && hash !== location.hash)
    history.replaceState(null, "", hash);
});
addEventListener("hashchange", () => {
  const next = fromHash(location.hash);
  if (next) set({ page: next.page, view: next.view });
});

listen(shortcuts);
acceptDrops((text) => {
  set({ page: "header" });
  void readHeader({ text });
});
addEventListener("paste", (event) => {
  const files = [...(event.clipboardData?.files ?? [])];
  if (files.length > 0) openBlobs(files);
});

if (link?.open === "sample") openSample(true);
void servedFiles().then((files) => {
  // Whoever opened something meanwhile is not interrupted.
  if (files.length > 0 && get().files.length === 0) openServed(files, link?.open ?? null, link !== null);
});

function showHeader(): void {
  set({ page: "header" });
  requestAnimationFrame(() => requestAnimationFrame(body.focusHeader));
}

function step(by: number): void {
  const { files, current } = get();
  const next = current ? files[(files.indexOf(current) + by + files.length) % files.length] : undefined;
  if (next) show(next);
}

function zoomToRange(): void {
  const { view, tick } = get();
  if (view.range) setView({ rate: [Number(view.range.from) * tick, Number(view.range.to + 1n) * tick] });
}
