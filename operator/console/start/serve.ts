import { rejectTakenPort } from '../../../tooling/machine/ports.ts';
import type { Target } from '../../target.ts';
import { type ConsoleCommands, commandsOn, explain } from '../server/commands.ts';
import { startConsole } from '../server/serve.ts';
import { openBrowser } from './open-browser.ts';

interface Wanted {
  readonly port: number;
  readonly isWritable: boolean;
  readonly opensBrowser: boolean;
}

/** Serves the console on the target's service. */
export async function serveConsole(target: Target, commands: ConsoleCommands, wanted: Wanted) {
  const { port, isWritable, opensBrowser } = wanted;
  if (port !== 0) await rejectTakenPort(port, '--port');
  const running = await startConsole({
    port,
    isWritable,
    commands: async () => commandsOn(target, commands),
    explain,
    // The page shows each failure. The terminal has nothing to add.
    onFault: () => undefined,
  });
  void running.warmUp();
  if (opensBrowser) openBrowser(running.consoleUrl);
  return running;
}
