/** Locations of the package's files when a development server has moved its code. */

/**
 * Returns the address of a file beside the code at `url`. Vite's development server bundles dependencies into a cache
 * without their other files, which stay in the package.
 */
export function inPackage(url: URL): URL {
  return new URL(url.href.replace(/\/\.vite\/deps\/([^/?]+)(\?.*)?$/, "/@tagview/engine/dist/browser/$1"));
}
