import { controlOf, SandboxError } from './control.ts';
import { startHost } from './host-process.ts';
import { type Place, sandboxAt } from './sandbox.ts';
import type { Sandbox, SandboxOptions } from './types.ts';

export type * from './line-for-call.ts';
export type * from './types.ts';
export { SandboxError };

/** Starts the whole service in a process of its own, and resolves when it is ready. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { place, close } = await startHost({ rateLimit: 'off', ...options });
  return sandboxAt(place, controlOf(place.controlUrl), close);
}

/** Connects to a sandbox that another process has started. Closing this object does not end the sandbox. */
export async function connectSandbox(controlUrl: string): Promise<Sandbox> {
  if (!mayBeControlUrl(controlUrl)) {
    throw new SandboxError(
      'connectSandbox needs the controlUrl of a running sandbox: the whole address, with its path.',
    );
  }
  const control = controlOf(controlUrl);
  return sandboxAt(await control<Place>('place'), control, async () => undefined);
}

/** Only the control port has a path. A variable that is not set, or the address of the API, is a likely mistake. */
const mayBeControlUrl = (given: string) => URL.canParse(given) && new URL(given).pathname !== '/';
