/**
 * Workers whose jobs wait until the test releases them: queries stay pending meanwhile, regardless of the machine's
 * speed.
 */

import type { Page } from "@playwright/test";

/** Prepares the page, before it is opened. */
export async function holdable(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const post = Worker.prototype.postMessage;
    let isHeld = false;
    const held: (() => void)[] = [];
    Worker.prototype.postMessage = function (message: unknown, ...rest: unknown[]) {
      const send = () => Reflect.apply(post, this, [message, ...rest]);
      // A worker that does not acknowledge a cancelled job would be considered dead.
      if (isHeld && (message as { type?: string }).type === "start") held.push(send);
      else send();
    };
    Object.assign(window, {
      hold: () => {
        isHeld = true;
      },
      letGo: () => {
        isHeld = false;
        for (const send of held.splice(0)) send();
      },
    });
  });
}

/** Holds every job that starts after this call. */
export const hold = (page: Page): Promise<void> => page.evaluate("hold()");

/** Starts the jobs that were held. */
export const letGo = (page: Page): Promise<void> => page.evaluate("letGo()");
