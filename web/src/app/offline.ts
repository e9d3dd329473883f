import { serviceWorkerAddress } from "./page-file";

/** Stores the page for use without network. A page in one file or on a disk does not need this. */
export function keepForOffline(): void {
  if (serviceWorkerAddress === null || !/^https?:$/u.test(location.protocol)) return;
  if (!("serviceWorker" in navigator)) return;
  // Without it, as in a private window, the page works as long as its server does.
  navigator.serviceWorker.register(serviceWorkerAddress).catch(() => {});
}
