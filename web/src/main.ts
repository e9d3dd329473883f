/** Starts the page: settings, viewers, the items in its address, and then opened files. */

import { withPart } from "./app/lazy";
import "./style/index.css";
import { engine } from "./app/engine";
import { openItems } from "./app/items";
import { notify } from "./app/notice";
import { keepForOffline } from "./app/offline";
import { applyTheme } from "./app/theme";
import { VIEWERS } from "./formats";
import { absent } from "./shell/address";
import { mountShell } from "./shell/shell";
import { fromHash, refusalOf } from "./shell/url";
import "./style/narrow.css";
import "./style/access.css";
import { acceptDrops } from "./open/drop";
import { acceptLaunches } from "./open/launched";
import { acceptPastes } from "./open/paste";
import { servedFiles, wantedFirst } from "./open/served";

applyTheme();
const { address, viewers, open, openFiles, isOne, openFolders, openText } = mountShell(
  VIEWERS,
  engine.recognise,
);
acceptDrops({
  onFiles: openFiles,
  onFolders: (folders) =>
    withPart(
      () => import("./open/folder"),
      async ({ filesIn }) => openFolders(await filesIn(folders, isOne)),
    ),
  onText: (text) => void openText(text),
});
acceptPastes({
  onFiles: (files) => openFiles(files, Promise.resolve([])),
  onText: (text) => void openText(text),
});

acceptLaunches(openFiles);
// Only a notebook shows a page with a blob address in a frame.
if (location.protocol === "blob:" && parent !== window)
  withPart(
    () => import("./open/notebook"),
    ({ acceptFile }) => acceptFile((file, keys) => void open([file], keys)),
  );

const isFileOpen = (): boolean => openItems().items.some(({ origin }) => origin.from !== "page");
const isIdle = (): boolean => !isFileOpen() && !document.hidden;
// The decoder is loaded while the user selects a file; a failure is reported when it is needed.
engine
  .warm()
  .then(async () => {
    for (const { warmUp } of viewers) if (isIdle()) await warmUp?.(isIdle);
  })
  .catch(() => {});

const link = fromHash(location.hash);
const refusal = refusalOf(location.hash);
if (refusal) notify(refusal);
const isHere = !link || address.follow(link);
void servedFiles().then(({ files, isTemporary }) => {
  address.isTemporary = isTemporary;
  // Its files are loaded when the page has nothing else to load.
  if (!isTemporary) void engine.warm().then(keepForOffline, keepForOffline);
  const wanted = link?.target.of === "address" ? link.target.address : undefined;
  // A file opened by the user meanwhile, or the sample of a link, stays open.
  if (wanted !== undefined && !isHere && !files.some(({ name }) => name === wanted)) notify(absent(wanted));
  if (files.length > 0 && !isFileOpen()) void open(wantedFirst(files, wanted), link?.keys);
});
