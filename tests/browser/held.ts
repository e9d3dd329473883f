/**
 * Workers whose jobs wait until the test releases them: queries stay pending meanwhile, regardless of the machine's
 * speed.
 */

import type { Page } from "@playwright/test";

/** Prepares the page, before it is opened. */
export async function holdable(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const post = Worker.prototype.postMessage;
    interface Task {
      method: string;
      args: { request?: { followed?: boolean } } | null;
    }
    /** Every part of a recording but the last one is followed by another. */
    const readsEnd = ({ method, args }: Task): boolean => method === "read" && !args?.request?.followed;
    let isHeld = (_task: Task): boolean => false;
    const held: (() => void)[] = [];
    Worker.prototype.postMessage = function (message: unknown, ...rest: unknown[]) {
      const send = () => Reflect.apply(post, this, [message, ...rest]);
      // A worker that does not acknowledge a cancelled job would be considered dead.
      const { type, task } = message as { type?: string; task?: Task };
      if (type === "start" && task && isHeld(task)) held.push(send);
      else send();
    };
    Object.assign(window, {
      hold: () => {
        isHeld = () => true;
      },
      holdEnd: () => {
        isHeld = readsEnd;
      },
      letGo: () => {
        isHeld = () => false;
        for (const send of held.splice(0)) send();
      },
    });
  });
}

/** Holds every job that starts after this call. */
export const hold = (page: Page): Promise<void> => page.evaluate("hold()");

/** Holds the job that reads the last part of a recording: the rest of it is read, and queries are answered. */
export const holdEnd = (page: Page): Promise<void> => page.evaluate("holdEnd()");

/** Starts the jobs that were held. */
export const letGo = (page: Page): Promise<void> => page.evaluate("letGo()");
