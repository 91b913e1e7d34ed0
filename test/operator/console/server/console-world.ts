import * as z from 'zod';
import type { CommandResult } from '../../../../operator/command.ts';
import type { Commands, Explain } from '../../../../operator/console/server/run-commands.ts';
import { startConsole } from '../../../../operator/console/server/serve.ts';

interface Asked {
  readonly name: string;
  readonly options: unknown;
}

const jsonObject = z.looseObject({});

interface World {
  readonly isWritable?: boolean;
  readonly isLocal?: boolean;
  /** Takes the place of the operator's commands. */
  readonly run?: (asked: Asked) => CommandResult | Promise<CommandResult>;
  readonly explain?: Explain;
  /** Why the service cannot be reached. */
  readonly away?: Error;
}

export const SERVICE_NOW_MS = Date.parse('2026-11-21T10:00:00Z');

/** Returns a console whose commands are fakes. */
export async function consoleWorld(about: World = {}) {
  const { isWritable = true, isLocal = true, run = () => ({ value: [] }) } = about;
  const asked: Asked[] = [];
  const faults: unknown[] = [];
  const commands: Commands = {
    service: 'partner-lines-dev-service',
    operator: 'npm run -s operator -- --data .local',
    dataDir: isLocal ? '.local' : undefined,
    commit: undefined,
    nowMs: () => SERVICE_NOW_MS,
    run: async (name, options) => {
      asked.push({ name, options });
      // A fake may also return what its command never would.
      return z.custom<never>().parse(await run({ name, options }));
    },
    fetchConfirmation: (name) => (name.startsWith('delivery') ? undefined : 'It destroys something.'),
  };
  const running = await startConsole({
    ...{ port: 0, isWritable },
    commands: async () => {
      if (about.away) throw about.away;
      return commands;
    },
    explain: about.explain ?? (async (error) => ({ kind: 'unavailable', sentence: String(error) })),
    onFault: (fault) => faults.push(fault),
  });
  const { origin, port, hash } = new URL(running.consoleUrl);
  const token = hash.replace('#token=', '');
  return {
    ...running,
    origin,
    port: Number(port),
    token,
    asked,
    faults,
    /** Sends a request with the token. */
    async data(path: string, init: RequestInit = {}) {
      const response = await fetch(origin + path, { ...init, headers: { 'x-console-token': token, ...init.headers } });
      return { status: response.status, body: jsonObject.parse(await response.json()) };
    },
  };
}
export type ConsoleWorld = Awaited<ReturnType<typeof consoleWorld>>;
