/** What a person may drop anywhere on the page, at any time. */
export interface Drops {
  onFiles(files: readonly File[]): void;
  onText(text: string): void;
}

/** Accepts drops; while something is dragged over the page, its body has the class `dropping`. */
export function acceptDrops({ onFiles, onText }: Drops): void {
  // Entering an element within the page comes before leaving the one around it: so they are counted.
  let entered = 0;
  const mark = (): void => void document.body.classList.toggle("dropping", entered > 0);
  addEventListener("dragenter", (event) => {
    event.preventDefault();
    entered += 1;
    mark();
  });
  addEventListener("dragleave", () => {
    entered = Math.max(0, entered - 1);
    mark();
  });
  addEventListener("dragover", (event) => {
    event.preventDefault();
    if (event.dataTransfer) event.dataTransfer.dropEffect = "copy";
  });
  addEventListener("drop", (event) => {
    event.preventDefault();
    entered = 0;
    mark();
    const { dataTransfer } = event;
    if (!dataTransfer) return;
    const text = dataTransfer.getData("text/plain");
    if (dataTransfer.files.length > 0) onFiles([...dataTransfer.files]);
    else if (text !== "") onText(text);
  });
}
