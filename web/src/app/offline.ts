import { serviceWorkerAddress } from "./page-file";

/** Keeps the page for use without network. The page of one file needs nothing, and one from a disk has no server. */
export function keepForOffline(): void {
  if (serviceWorkerAddress === null || !/^https?:$/u.test(location.protocol)) return;
  if (!("serviceWorker" in navigator)) return;
  // Without it, as in a private window, the page works as long as its server does.
  navigator.serviceWorker.register(serviceWorkerAddress).catch(() => {});
}
