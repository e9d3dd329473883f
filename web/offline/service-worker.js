// The service worker of the page: keeps the built files, so that the page works without network. The build puts the names
// of the files and their version in front: FILES and VERSION.

const { scope } = self.registration;
const PREFIX = `tagview ${scope} `;
const CACHE = `${PREFIX}${VERSION}`;
const ADDRESSES = new Set(FILES.map((name) => new URL(name, scope).href));
/** Beginnings of addresses that are kept when they are first read: together they are larger than the page. */
const LATER = ["docs/", "sample-"].map((name) => new URL(name, scope).href);

async function keepFiles() {
  const cache = await caches.open(CACHE);
  // Past the browser's own cache, which may hold files of an earlier version under the same name.
  await cache.addAll([...ADDRESSES].map((address) => new Request(address, { cache: "reload" })));
}

async function dropEarlierVersions() {
  const names = await caches.keys();
  const earlier = names.filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(earlier.map((name) => caches.delete(name)));
  // The page that registered it is served from now on, too.
  await self.clients.claim();
}

async function keptOrFetched(address, request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(address)) ?? fetch(request).catch(() => Response.error());
}

/** The present file, or the kept one without network. */
async function fetchedOrKept(address, request) {
  const cache = await caches.open(CACHE);
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put(address, response.clone());
    return response;
  } catch {
    // The page gets a network error in both cases; an exception would also be an error of the worker.
    return (await cache.match(address)) ?? Response.error();
  }
}

// A new version waits until all pages of the earlier one are closed: they still load files of their own version.
self.addEventListener("install", (event) => event.waitUntil(keepFiles()));
self.addEventListener("activate", (event) => event.waitUntil(dropEarlierVersions()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  const url = new URL(request.url);
  const address = `${url.origin}${url.pathname}`;
  // All else, such as the files of `tagview serve`, is none of its business.
  if (ADDRESSES.has(address)) event.respondWith(keptOrFetched(address, request));
  else if (LATER.some((begin) => address.startsWith(begin)))
    event.respondWith(fetchedOrKept(address, request));
});
