import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { listen } from '../../../../tooling/machine/loopback.ts';

const COMMAND = join(import.meta.dirname, '../../../../clients/receiver/command/main.ts');

/** Runs the command, and stops it with Ctrl+C when it sends its first request. */
async function stopped(args: (origin: string) => readonly string[]) {
  const api = createServer(() => child.kill('SIGINT'));
  const origin = `http://127.0.0.1:${await listen(api, 0)}`;
  const child = spawn(process.execPath, [COMMAND, ...args(origin)], { stdio: 'ignore' });
  const [code, signal] = await once(child, 'exit');
  api.closeAllConnections();
  api.close();
  return { code, signal };
}

const apiFlags = (origin: string) => ['--base-url', origin, '--api-key', 'svc_partner_1', '--tenant-id', 'tn_1'];

describe('a command of the receiver kit that Ctrl+C stops', () => {
  it('the command `reconcile` ends with SIGINT after Ctrl+C', async () => {
    const end = await stopped((origin) => ['reconcile', '--seen', '/dev/null', ...apiFlags(origin)]);
    expect(end).toEqual({ code: null, signal: 'SIGINT' });
  });

  it('the command `follow` exits with code 0 after Ctrl+C', async () => {
    const position = ['--position', 'no-such-folder/position.json'];
    const flags = ['--forward-to', 'http://127.0.0.1:1/hook', '--secret', 'whsec_00ff', ...position];
    const end = await stopped((origin) => ['follow', ...apiFlags(origin), ...flags]);
    expect(end).toEqual({ code: 0, signal: null });
  });

  it('the command `listen` ends after its npx process was killed', async () => {
    const env = { ...process.env, npm_lifecycle_event: 'npx' };
    const commands = `${process.execPath} ${COMMAND} listen --port 0 & wait`;
    const npx = spawn('sh', ['-c', commands], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    await once(npx.stdout, 'data');
    npx.kill('SIGKILL');
    // The output ends when the last process that writes it has ended.
    await once(npx.stdout.resume(), 'end');
    expect(npx.signalCode).toBe('SIGKILL');
  });
});
