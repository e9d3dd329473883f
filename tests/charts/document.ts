import { parseHTML } from "linkedom";

/** The document into which the command line also draws. */
export const document = parseHTML("<!doctype html><html><body></body></html>")
  .document as unknown as Document;

/** The attribute of every element with this class. */
export function attributes(svg: SVGSVGElement, selector: string, name: string): string[] {
  return [...svg.querySelectorAll(selector)].map((node) => node.getAttribute(name) ?? "");
}

/** The texts of every element with this class. */
export function texts(svg: SVGSVGElement, selector: string): string[] {
  return [...svg.querySelectorAll(selector)].map((node) => node.textContent ?? "");
}
