import { h } from "../ui/dom";
import { docsAddress } from "./page-file";

/** A link to the documentation; an empty text in a page without it. */
export function docsLink(): HTMLElement | string {
  if (docsAddress === null) return "";
  const link = h(
    "a",
    { href: docsAddress, target: "_blank", rel: "noopener" },
    "Documentation and tutorials",
  );
  return h("p", { class: "docs-link" }, link);
}
