/** Returns the address of a file that lies beside the page. */
export function pageFile(name: string): string {
  return new URL(name, document.baseURI).href;
}
