import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { startWatchdog, waitUntilReady } from '../../../local/engines/start-watchdog.ts';

const NO_PORTS = { queues: undefined, table: undefined };

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'watchdog-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

it.each([
  ['exits', 'process.exit(1)'],
  ['is killed', "process.kill(process.pid, 'SIGKILL')"],
])(
  'a start fails at once if the watchdog %s',
  async (_how, code) => {
    const program = join(dataDir, 'program.mjs');
    writeFileSync(program, code);
    const about = { dataDir, accessKeyId: 'any' };
    const watchdog = startWatchdog({
      ...about,
      program,
      namespace: undefined,
      task: { engines: [] },
      ports: NO_PORTS,
    });
    await expect(waitUntilReady(watchdog, { ...about, endpoints: [] })).rejects.toThrow('did not start');
  },
  10_000,
);
