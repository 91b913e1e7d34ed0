import { setTimeout as pause } from 'node:timers/promises';

/** Waits for something that another thread or process does; gives up, loudly, after 20 seconds. */
export async function until(happened: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 2_000; tries += 1) {
    if (await happened()) return;
    await pause(10);
  }
  throw new Error(`It did not happen: ${happened}`);
}
