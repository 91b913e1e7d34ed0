import { effect, signal } from '@preact/signals';
import { apiPath } from '../protocol/paths-and-names.ts';
import { AFTER_FAILURE_MS } from '../protocol/refresh-intervals.ts';
import type { About } from '../protocol/routes.ts';
import { get, RequestError } from './api.ts';
import { isLockedOut } from './poll.ts';

/** The service that the console shows. Undefined before the first response and while the page is locked out. */
export const about = signal<About | undefined>(undefined);

/**
 * Loads `about`, and repeats the request until it succeeds. Repeats the request even after a 401, because another
 * program can have the port until the console runs again.
 */
export async function loadAbout(): Promise<void> {
  try {
    about.value = await get<About>(apiPath('about'));
    isLockedOut.value = false;
  } catch (error) {
    if (error instanceof RequestError && error.status === 401) isLockedOut.value = true;
    setTimeout(() => void loadAbout(), AFTER_FAILURE_MS);
  }
}

/** When an open page gets locked out, loads `about` again until the server proves that it knows the token. */
effect(() => {
  if (isLockedOut.value && about.peek() !== undefined) {
    about.value = undefined;
    setTimeout(() => void loadAbout(), AFTER_FAILURE_MS);
  }
});
