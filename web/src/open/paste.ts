import { isTyping } from "../ui/dom";

/** What a person may paste anywhere on the page. */
export interface Pastes {
  onFiles(files: readonly File[]): void;
  onText(text: string): void;
}

/** Accepts what is pasted onto the page; text that is pasted into a box belongs to that box. */
export function acceptPastes({ onFiles, onText }: Pastes): void {
  addEventListener("paste", (event) => {
    const { clipboardData } = event;
    const files = [...(clipboardData?.files ?? [])];
    const text = clipboardData?.getData("text/plain") ?? "";
    if (files.length > 0) onFiles(files);
    else if (text.trim() !== "" && !isTyping(event.target)) onText(text);
  });
}
