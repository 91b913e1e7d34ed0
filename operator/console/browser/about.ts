import { signal } from '@preact/signals';
import type { About } from '../protocol/routes.ts';
import { RequestError, readAbout } from './api.ts';
import { isLockedOut } from './poll.ts';

const AGAIN_MS = 3_000;

/** The service that the console shows. Undefined until the first response. */
export const about = signal<About | undefined>(undefined);

/** Sends the request again until there is a response. */
export async function loadAbout(): Promise<void> {
  try {
    about.value = await readAbout();
  } catch (error) {
    if (error instanceof RequestError && error.status === 401) isLockedOut.value = true;
    else setTimeout(() => void loadAbout(), AGAIN_MS);
  }
}
