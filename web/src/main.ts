import { parseTick, warm } from "@tagview/engine";
import "./style/index.css";
import { keepAddress } from "./address";
import { announce } from "./announce";
import { askWhatIsMissing } from "./asking";
import { changeBin, toggleLogarithmic } from "./delays";
import { acceptDrops, pickFiles } from "./drop";
import { cancel, choose, close, isSame, openBlobs, show } from "./files";
import { NO_HEADER, readHeader } from "./header";
import { listen, type Shortcut } from "./keys";
import { page } from "./page";
import { barPanel } from "./panels/bar";
import { useFoundDelays } from "./panels/coincidences";
import { toggleNormalised } from "./panels/correlation";
import { helpPanel } from "./panels/help";
import { statusPanel } from "./panels/status";
import { rehearse } from "./rehearse";
import { openSample } from "./sample";
import { openServed, servedFiles } from "./served";
import { load } from "./settings";
import { get, set, setView, subscribe, subscribeAtOnce, WHOLE } from "./state";
import { applyTheme, toggleTheme } from "./theme";
import { fromHash, type Link } from "./url";
import { copyLink } from "./view";

applyTheme();
// The decoder is loaded while the person looks for a file; a failure shows when it is needed.
warm()
  .then(rehearse)
  .catch(() => {});
const link = fromHash(location.hash);
const settings = load();
set({
  page: link?.page ?? "tags",
  files: [],
  current: null,
  compared: null,
  awaited: link?.file ? { ...link.file, view: link.view } : null,
  view: link && !link.file ? link.view : WHOLE,
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
  { key: "m", does: "to the pairs: arrows, Enter", run: () => body.focusMatrix() },
  { key: "[", does: "narrower bins", run: () => changeBin(-1) },
  { key: "]", does: "wider bins", run: () => changeBin(1) },
  { key: "g", does: "counts or g2", run: toggleNormalised },
  { key: "l", does: "linear or logarithmic delays", run: toggleLogarithmic },
  { key: "f", does: "use the found delay", run: useFoundDelays },
  { key: "c", does: "copy a link to the view", run: () => void copyLink() },
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

// Before the panels, so that they know what is asked anew.
subscribeAtOnce(askWhatIsMissing);
subscribe(body.render);
subscribe(bar.render);
subscribe(status.render);
subscribe(keepAddress);
addEventListener("hashchange", () => {
  const next = fromHash(location.hash);
  if (next) follow(next);
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

if (link?.open === "sample") openSample(link.view);
void servedFiles().then((files) => {
  // Whoever opened something meanwhile is not interrupted.
  if (files.length > 0 && get().files.length === 0) openServed(files, link?.open ?? null, link?.view);
});

/** A link that was put into the address of the open page: to a file that is open, or to be dropped. */
function follow({ page, view, file }: Link): void {
  const { files, current } = get();
  const meant = file ? files.find((other) => isSame(other, file)) : current;
  if (file && !meant) {
    set({ awaited: { ...file, view } });
    announce(`The link is of ${file.name}. Drop it here to see it.`);
    return;
  }
  if (meant && meant !== current) show(meant, view);
  else set({ page, view });
}

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
