import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openDataDir } from '../../../local/data-dir/data-dir.ts';
import { writeAtomically } from '../../../local/data-dir/stored-file.ts';
import { identityOf, isRunning } from '../../../tooling/machine/processes.ts';

let scratch: string;
beforeEach(() => {
  scratch = mkdtempSync(join(tmpdir(), 'data-dir-'));
});
afterEach(() => rmSync(scratch, { recursive: true }));

describe('the data folder of a local service', () => {
  it('a new data folder can be accessed only by its owner', () => {
    const folder = join(scratch, 'new/one');
    openDataDir(folder).release();
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it('only one service at a time can use a data folder', () => {
    const first = openDataDir(scratch);
    expect(() => openDataDir(scratch)).toThrow(
      /^Another local service runs on .+; choose another --data, or stop that service\.$/,
    );
    first.release();
    openDataDir(scratch).release();
  });

  it('a data folder is unlocked when its service is killed', async () => {
    const lock = new URL('../../../local/data-dir/lock.ts', import.meta.url);
    const program = `import { tryLock } from '${lock}'; globalThis.held = tryLock('${join(scratch, 'host.lock')}'); console.log('held'); setInterval(() => {}, 1000);`;
    const holder = spawn(process.execPath, ['--input-type=module', '--eval', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(holder.stdout, 'data');
    expect(() => openDataDir(scratch)).toThrow('Another local service');
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    openDataDir(scratch).release();
  });

  it('the error about a data folder below a file names the data folder', () => {
    const file = join(scratch, 'file');
    writeFileSync(file, '');
    expect(() => openDataDir(join(file, 'below'))).toThrow(/^The data folder .+ cannot be written to \(ENOTDIR\)\.$/);
  });

  it('the error about a data folder that cannot be created names the data folder', () => {
    expect(() => openDataDir('/proc/none/below')).toThrow(/^The data folder .+ cannot be written to \(ENOENT\)\.$/);
  });

  it('the local service deletes only the temporary files of a killed service from its data folder', async () => {
    await writeAtomically(join(scratch, 'ports.json'), '{}');
    for (const name of [`ports.json.${randomUUID()}.tmp`, 'notes.tmp']) writeFileSync(join(scratch, name), '');
    openDataDir(scratch).release();
    expect(readdirSync(scratch)).toContain('notes.tmp');
    expect(readdirSync(scratch).filter((name) => name.startsWith('ports.json'))).toEqual(['ports.json']);
  });
});

describe('the identity of a running process', () => {
  it('a process does not count as running if its id now has another start time or command line', () => {
    const own = identityOf(process.pid);
    expect(own && isRunning(own)).toBe(true);
    expect(own && isRunning({ ...own, startTicks: '1' })).toBe(false);
    expect(own && isRunning({ ...own, commandLine: 'other' })).toBe(false);
  });

  it('a killed process does not count as running', async () => {
    const child = spawn('sleep', ['60'], { stdio: 'ignore' });
    const identity = identityOf(child.pid ?? 0);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(identity && isRunning(identity)).toBe(false);
  });
});
