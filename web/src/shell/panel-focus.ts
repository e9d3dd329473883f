/** Moves the focus to the heading of the visible panel after the one that has the focus, or before it. */
export function focusPanel(by: 1 | -1): void {
  const headings = [...document.querySelectorAll<HTMLElement>(".main .panel h2")].filter((heading) =>
    heading.checkVisibility(),
  );
  const focused = document.activeElement?.closest(".panel");
  const at = headings.findIndex((heading) => focused?.contains(heading));
  const next = at < 0 ? headings.at(by > 0 ? 0 : -1) : headings.at((at + by) % headings.length);
  if (!next) return;
  next.tabIndex = -1;
  next.focus();
}
