/** Address of the documentation; null in the single-file page, which has no documentation beside it. */
export const docsAddress: string | null = new URL("docs/index.html", document.baseURI).href;

/** Address of the service worker; null in the page of one file. */
export const serviceWorkerAddress: string | null = new URL("service-worker.js", document.baseURI).href;

/** Returns the address of a file that lies beside the page. */
export function pageFile(name: string): string {
  return new URL(name, document.baseURI).href;
}
