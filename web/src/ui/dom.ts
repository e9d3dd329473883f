type Child = Node | string | null | undefined | false;
type Attributes = Record<string, string | number | boolean | ((event: never) => void) | null | undefined>;

/**
 * Makes an HTML element; attributes that are functions become listeners (`onclick` and so on). A button submits no form
 * unless its type requires it.
 */
export function h<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const node = document.createElement(name);
  if (name === "button") node.setAttribute("type", "button");
  for (const [key, value] of Object.entries(attributes)) {
    if (value == null || value === false) continue;
    if (typeof value === "function") node.addEventListener(key.slice(2), value as EventListener);
    else node.setAttribute(key, value === true ? "" : String(value));
  }
  node.append(...children.filter((child) => child != null && child !== false));
  return node;
}

/** Makes an SVG element, as for what lies over a chart. */
export function svg<K extends keyof SVGElementTagNameMap>(
  name: K,
  attributes: Record<string, string | number> = {},
): SVGElementTagNameMap[K] {
  const node = document.createElementNS("http://www.w3.org/2000/svg", name);
  setAttributes(node, attributes);
  return node;
}

/** Sets an element's text where it differs: an unchanged page is not laid out again. */
export function setText(node: Element, text: string): void {
  if (node.textContent !== text) node.textContent = text;
}

/** Shows a text in an element of its own, which is hidden where there is none. */
export function showText(node: HTMLElement, text: string | null): void {
  node.hidden = !text;
  setText(node, text ?? "");
}

/** Milliseconds for which a button shows what it did. */
const FLASH_MS = 1500;

/** Shows `shortly` on a button for a moment, and `text` again then. */
export function flashText(button: Element, shortly: string, text: string): void {
  setText(button, shortly);
  setTimeout(setText, FLASH_MS, button, text);
}

/** Sets an attribute, or with null removes it, where it differs. */
export function setAttribute(node: Element, name: string, value: string | null): void {
  if (node.getAttribute(name) === value) return;
  if (value === null) node.removeAttribute(name);
  else node.setAttribute(name, value);
}

/** Sets attributes where they differ. */
export function setAttributes(node: Element, attributes: Record<string, string | number>): void {
  for (const [name, value] of Object.entries(attributes)) setAttribute(node, name, String(value));
}

/**
 * Replaces the children of `node`. Where one of the old ones has the focus, the new one of the same name gets it, with
 * the text that is being typed; the name is the label, or the text of an element without one.
 */
export function replaceKeepingFocus(node: Element, ...children: (Node | string)[]): void {
  const focused = document.activeElement;
  const name = focused && focused !== node && node.contains(focused) ? nameOf(focused) : "";
  node.replaceChildren(...children);
  if (name === "") return;
  const successor = [...node.querySelectorAll<HTMLElement>("button, input, select, textarea, a[href]")].find(
    (candidate) => nameOf(candidate) === name,
  );
  if (focused instanceof HTMLInputElement && successor instanceof HTMLInputElement && isTyping(successor))
    successor.value = focused.value;
  successor?.focus();
}

function nameOf(element: Element): string {
  return element.getAttribute("aria-label") ?? element.textContent.trim();
}

/** Whether keys go into a text box: single ones are no shortcuts then. */
export function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !/^(checkbox|radio|button|file)$/u.test(target.type);
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(TEXTAREA|SELECT)$/u.test(target.tagName))
  );
}
