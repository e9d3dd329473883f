import { isTyping } from "../ui/dom";

/** Handlers of pastes anywhere on the page. */
export interface Pastes {
  onFiles(files: readonly File[]): void;
  onText(text: string): void;
}

/** Accepts pasted files and text, except text pasted into a text box. */
export function acceptPastes({ onFiles, onText }: Pastes): void {
  // On Linux, the middle button pastes the last selection, also where it only moves an axis.
  addEventListener("mouseup", (event) => {
    if (event.button === 1 && !isTyping(event.target)) event.preventDefault();
  });
  addEventListener("paste", (event) => {
    const { clipboardData } = event;
    const files = [...(clipboardData?.files ?? [])];
    const text = clipboardData?.getData("text/plain") ?? "";
    if (files.length > 0) onFiles(files);
    else if (text.trim() !== "" && !isTyping(event.target)) onText(text);
  });
}
