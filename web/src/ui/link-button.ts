import { flashText, quietButton } from "./dom";

/** A button that copies a link to the displayed view; `copyLink` returns false if the browser denies the clipboard. */
export function linkButton(copyLink: () => Promise<boolean>): HTMLElement {
  const link = quietButton(
    "Copy link",
    () =>
      void copyLink().then((isCopied) =>
        flashText(link, isCopied ? "Copied" : "See the address", "Copy link"),
      ),
    { title: "Copy a link to this view (c); it does not contain the file" },
  );
  return link;
}
