import { openBlobs } from "./files";

/** Files may be dropped anywhere, at any time; text that is dropped goes to `onText`. */
export function acceptDrops(onText: (text: string) => void): void {
  let depth = 0;
  const over = (on: boolean): void => void document.body.classList.toggle("dropping", on);
  addEventListener("dragenter", (event) => {
    event.preventDefault();
    depth += 1;
    over(true);
  });
  addEventListener("dragleave", () => {
    depth = Math.max(0, depth - 1);
    if (depth === 0) over(false);
  });
  addEventListener("dragover", (event) => {
    event.preventDefault();
    if (event.dataTransfer) event.dataTransfer.dropEffect = "copy";
  });
  addEventListener("drop", (event) => {
    event.preventDefault();
    depth = 0;
    over(false);
    const { dataTransfer } = event;
    if (!dataTransfer) return;
    if (dataTransfer.files.length > 0) openBlobs([...dataTransfer.files]);
    else if (dataTransfer.getData("text/plain")) onText(dataTransfer.getData("text/plain"));
  });
}

/** Lets the person pick files. */
export function pickFiles(): void {
  document.getElementById("picker")?.click();
}
