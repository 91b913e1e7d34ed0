import { controlOf, SandboxError } from './control.ts';
import { startHost } from './host-process.ts';
import { type Place, sandboxAt } from './sandbox.ts';
import type { Sandbox, SandboxOptions } from './types.ts';

export type * from './line-for-call.ts';
export type * from './types.ts';
export { SandboxError };

/** Starts the whole service in a process of its own, and resolves when the service is ready. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { place, close } = await startHost(options);
  return sandboxAt(place, controlOf(place.controlUrl), close);
}

/** Connects to a sandbox that another process has started. Closing the returned object does not end that sandbox. */
export async function connectSandbox(controlUrl: string): Promise<Sandbox> {
  if (!mayBeControlUrl(controlUrl)) {
    throw new SandboxError(
      'connectSandbox needs the controlUrl of a running sandbox: the whole address, with its path.',
    );
  }
  const control = controlOf(controlUrl);
  return sandboxAt(await control<Place>('place'), control, async () => undefined);
}

/** Reports whether a text can be the address of a control port. Unlike the API's address, it has a path. */
const mayBeControlUrl = (given: string) => URL.canParse(given) && new URL(given).pathname !== '/';
