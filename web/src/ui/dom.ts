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

/** Makes a button of the style `quiet`. */
export function quietButton(
  text: Child,
  onclick: () => void,
  attributes: Attributes = {},
): HTMLButtonElement {
  return h("button", { class: "quiet", ...attributes, onclick }, text);
}

/** Makes an SVG element, for example for the layer over a chart. */
export function svg<K extends keyof SVGElementTagNameMap>(
  name: K,
  attributes: Record<string, string | number> = {},
): SVGElementTagNameMap[K] {
  const node = document.createElementNS("http://www.w3.org/2000/svg", name);
  setAttributes(node, attributes);
  return node;
}

/** Sets an element's text if it differs, so that an unchanged page is not laid out again. */
export function setText(node: Element, text: string): void {
  if (node.textContent !== text) node.textContent = text;
}

/** Shows text in an element, which is hidden if the text is empty or null. */
export function showText(node: HTMLElement, text: string | null): void {
  node.hidden = !text;
  setText(node, text ?? "");
}

/** Time in milliseconds for which a button shows the result of its action. */
const FLASH_MS = 1500;

/** Shows `shortly` on a button for a moment, then `text` again. */
export function flashText(button: Element, shortly: string, text: string): void {
  setText(button, shortly);
  setTimeout(setText, FLASH_MS, button, text);
}

/** Sets an attribute if its value differs; null removes it. */
export function setAttribute(node: Element, name: string, value: string | null): void {
  if (node.getAttribute(name) === value) return;
  if (value === null) node.removeAttribute(name);
  else node.setAttribute(name, value);
}

/** Sets attributes whose values differ. */
export function setAttributes(node: Element, attributes: Record<string, string | number>): void {
  for (const [name, value] of Object.entries(attributes)) setAttribute(node, name, String(value));
}

/**
 * Replaces the children of `node`. If an old child has the focus, the new one with the same name gets it, with the text
 * being typed. The name is the label, or the text of an element without a label.
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

/** Whether the focus is in a text box: single keys are not shortcuts then. */
export function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !/^(checkbox|radio|button|file)$/u.test(target.type);
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(TEXTAREA|SELECT)$/u.test(target.tagName))
  );
}

/** Converts pixels of a page with text of the usual size: they grow with the text size of the browser. */
export function scaledPixels(pixels: number): number {
  return (pixels / 16) * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
}
