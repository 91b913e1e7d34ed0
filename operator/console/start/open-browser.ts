import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Long enough for a browser to start. */
const KEPT_MS = 60_000;

/**
 * Opens the console in the person's browser, if this machine has a desktop. The address is a secret, and every user of
 * the machine can read command lines. So the browser is told to open a file that only this user can read, and which
 * leads to the address.
 */
export function openBrowser(consoleUrl: string): void {
  const opener = openerOn(process.platform, process.env);
  if (opener === undefined) return;
  const folder = mkdtempSync(join(tmpdir(), 'partner-lines-console-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const file = join(folder, 'console.html');
  writeFileSync(file, `<!doctype html><meta http-equiv="refresh" content="0;url=${consoleUrl}">\n`, { mode: 0o600 });
  // The address was printed, so a browser that cannot be opened is no failure.
  spawn(opener, [file], { stdio: 'ignore', detached: true })
    .on('error', () => undefined)
    .unref();
  setTimeout(remove, KEPT_MS).unref();
  process.once('exit', remove);
}

/** Returns the program that opens a file with its usual application, or undefined if there is no desktop. */
function openerOn(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): string | undefined {
  if (platform === 'darwin') return 'open';
  const hasDesktop = env['DISPLAY'] !== undefined || env['WAYLAND_DISPLAY'] !== undefined;
  return platform === 'linux' && hasDesktop ? 'xdg-open' : undefined;
}
