import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SERVICE_FILE } from '../../../tooling/data-folder.ts';
import { rejectUnusablePort } from '../../../tooling/machine/taken-port.ts';
import { connect } from '../../connections/connect.ts';
import { isLocal, type Target } from '../../target.ts';
import { type Commands, type ConsoleCommands, commandsForTarget, explain } from '../server/run-commands.ts';
import { startConsole } from '../server/serve.ts';

interface Wanted {
  readonly port: number;
  readonly isWritable: boolean;
  readonly opensBrowser: boolean;
}

export async function serveConsole(target: Target, commands: ConsoleCommands, wanted: Wanted) {
  const { port, isWritable, opensBrowser } = wanted;
  if (port !== 0) await rejectUnusablePort(port, '--port');
  const running = await startConsole({
    port,
    isWritable,
    commands: reconnectingCommands(target, commands),
    explain,
    // The page shows each failure, so the terminal prints nothing.
    onFault: () => undefined,
  });
  void running.warmUp();
  if (opensBrowser) openBrowser(running.consoleUrl);
  return running;
}

/**
 * Returns a function that returns the commands. A local service that restarts has other ports and keys, so the function
 * connects again when the ready file of the service has changed. While the service is down, the commands fail, because
 * the old ports do not respond.
 */
function reconnectingCommands(target: Target, commands: ConsoleCommands): () => Promise<Commands> {
  let known = commandsForTarget(target, commands);
  const { choice } = target;
  if (!isLocal(choice.stack)) return async () => known;
  const file = join(choice.data, SERVICE_FILE);
  const startOf = async () => (await stat(file).catch(() => undefined))?.mtimeMs;
  let seen: Promise<number | undefined> | number | undefined = startOf();
  return async () => {
    const [before, now] = [await seen, await startOf()];
    if (now === undefined || now === before) return known;
    // Throws if the service is not ready yet or has ended again. The next request connects again.
    const again = await connect(choice);
    seen = now;
    known = commandsForTarget(again, commands);
    return known;
  };
}

/** How long the file for the browser is kept: long enough for the browser to start. */
const KEPT_MS = 60_000;

/**
 * The address is a secret, and every user of the machine can read command lines. So the browser opens a file that only
 * this user can read and that redirects to the address.
 */
function openBrowser(consoleUrl: string): void {
  const opener = fileOpenerOn(process.platform, process.env);
  if (opener === undefined) return;
  const folder = mkdtempSync(join(tmpdir(), 'partner-lines-console-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const file = join(folder, 'console.html');
  writeFileSync(file, `<!doctype html><meta http-equiv="refresh" content="0;url=${consoleUrl}">\n`, { mode: 0o600 });
  // The address is printed, so failing to open a browser is ignored.
  spawn(opener, [file], { stdio: 'ignore', detached: true })
    .on('error', () => undefined)
    .unref();
  setTimeout(remove, KEPT_MS).unref();
  process.once('exit', remove);
}

/** Returns the program that opens a file with its default application, or undefined if no such program is known. */
function fileOpenerOn(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): string | undefined {
  if (platform === 'darwin') return 'open';
  const hasDesktop = env['DISPLAY'] !== undefined || env['WAYLAND_DISPLAY'] !== undefined;
  return platform === 'linux' && hasDesktop ? 'xdg-open' : undefined;
}
