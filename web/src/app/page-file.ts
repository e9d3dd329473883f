/** Address of the documentation; null in the single-file page, which has no documentation beside it. */
export const docsAddress: string | null = new URL("docs/index.html", document.baseURI).href;

/** Address of the service worker; null in the page of one file. */
export const serviceWorkerAddress: string | null = new URL("service-worker.js", document.baseURI).href;

/** Whether the page has a file of this name. The page of a notebook has no samples. */
export const hasPageFile = (_name: string): boolean => true;

/**
 * Whether the page has the module that writes and compares other formats. The page of a notebook has not: it is a fifth of
 * its size, and Python writes these files.
 */
export const hasComparison: boolean = true;

/** Returns the address of a file that lies next to the page. */
export function pageFile(name: string): string {
  return new URL(name, document.baseURI).href;
}
