import { flashText, h } from "./dom";

/** A button that copies a link to the displayed view; `copyLink` returns false if the browser denies the clipboard. */
export function linkButton(copyLink: () => Promise<boolean>): HTMLElement {
  const link = h(
    "button",
    {
      class: "quiet",
      title: "Copy a link to this view (c); it does not contain the file",
      onclick: () =>
        void copyLink().then((isCopied) =>
          flashText(link, isCopied ? "Copied" : "See the address", "Copy link"),
        ),
    },
    "Copy link",
  );
  return link;
}
