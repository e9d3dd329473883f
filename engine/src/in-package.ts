/** Where the package's files are when a development server has moved its code. */

/**
 * Returns the address of a file that belongs beside the code at `url`. Vite's development server bundles dependencies into
 * a cache, which has no other file of theirs: these stay in the package.
 */
export function inPackage(url: URL): URL {
  return new URL(url.href.replace(/\/\.vite\/deps\/([^/?]+)(\?.*)?$/, "/@tagview/engine/dist/browser/$1"));
}
