import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openDataDir } from '../../local/data-dir/data-dir.ts';
import { causeOf } from '../../tooling/command-line/explain-error.ts';
import { curlLinesIn, newDataDir, processesOf, removeDataDir } from '../support/service/service.ts';
import { until } from '../support/until.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

describe('the ready file of the local service', () => {
  let dataDir: string;
  let terminal: ReturnType<typeof fullPipe>;
  let child: ChildProcess;
  beforeEach(() => {
    dataDir = newDataDir();
    terminal = fullPipe(join(dataDir, 'terminal'));
  });
  afterEach(() => {
    child.kill('SIGKILL');
    terminal.close();
    removeDataDir(dataDir);
  });

  /** Starts a service whose terminal takes no more bytes. */
  async function startOnFullTerminal(readyFile: string) {
    const args = ['bin/local.ts', '--port', '0', '--data', dataDir, '--ready-file', readyFile];
    child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', terminal.writeEnd, 'pipe'] });
    const said = child.stderr ? text(child.stderr) : '';
    const ended = once(child, 'exit');
    await until(() => existsSync(join(dataDir, 'service.json')));
    return { said, ended };
  }

  it('the ready file is written only after the service has printed its curl commands', async () => {
    const readyFile = join(dataDir, 'ready.json');
    const { ended } = await startOnFullTerminal(readyFile);
    expect(existsSync(readyFile)).toBe(false);

    // The service may print while this call still drains the pipe, so the test also reads what comes afterwards.
    const atFirst = terminal.drain();
    await until(() => existsSync(readyFile));
    expect(curlLinesIn(atFirst + terminal.drain())).toHaveLength(3);
    child.kill();
    await ended;
  });

  it('the service exits if it cannot write the ready file', async () => {
    const folder = join(dataDir, 'ready');
    mkdirSync(folder);
    const { said, ended } = await startOnFullTerminal(join(folder, 'ready.json'));
    rmSync(folder, { recursive: true });

    terminal.drain();
    expect(await said).toMatch(/^The ready file \S+ready\.json cannot be written \(ENOENT\)\.\n$/);
    expect((await ended)[0]).toBe(1);
    expect(processesOf(dataDir)).toEqual([]);
    expect(existsSync(join(dataDir, 'service.json'))).toBe(false);
  });
});

/** Ends the process with this code when it begins to load the service. */
const ENDED_AT_LOAD = 7;
const END_AT_LOAD = `import { registerHooks } from 'node:module';
registerHooks({
  load(url, context, next) {
    if (url.endsWith('/local/host.ts')) process.exit(${ENDED_AT_LOAD});
    return next(url, context);
  },
});`;

describe('the ready file that an earlier start wrote', () => {
  let folder: string;
  let readyFile: string;
  beforeEach(() => {
    folder = newDataDir();
    readyFile = join(folder, 'ready.json');
    for (const name of ['ready.json', 'service.json']) writeFileSync(join(folder, name), '{"pid":1}');
  });
  afterEach(() => removeDataDir(folder));

  async function exitCodeOfStart() {
    const hook = ['--import', `data:text/javascript,${encodeURIComponent(END_AT_LOAD)}`];
    const args = [...hook, 'bin/local.ts', '--port', '0', '--data', folder, '--ready-file', readyFile];
    const start = spawn(process.execPath, args, { cwd: ROOT, stdio: 'ignore' });
    const [exitCode] = await once(start, 'exit');
    return exitCode;
  }
  const earlierFiles = () => readdirSync(folder).filter((name) => name.endsWith('.json'));

  it('a start of the local service deletes the old ready file and service.json before it loads the service', async () => {
    expect(await exitCodeOfStart()).toBe(ENDED_AT_LOAD);
    expect(earlierFiles()).toEqual([]);
  });

  it('a rejected start of the local service keeps the ready file of the running service', async () => {
    const running = openDataDir(folder);
    expect(await exitCodeOfStart()).toBe(1);
    running.release();
    expect(earlierFiles()).toEqual(['ready.json', 'service.json']);
  });
});

/** Creates a named pipe at the path that accepts no more bytes until it is drained. */
function fullPipe(path: string) {
  spawnSync('mkfifo', [path]);
  const ours = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
  const chunk = Buffer.alloc(4_096, '.');
  while (bytesOf(() => writeSync(ours, chunk)) > 0);
  const writeEnd = openSync(path, constants.O_WRONLY);
  return {
    /** The file descriptor for the program whose next write should block. */
    writeEnd,
    /** Returns everything in the pipe, which then has room again. */
    drain() {
      let text = '';
      for (;;) {
        const bytes = bytesOf(() => readSync(ours, chunk));
        if (bytes === 0) return text;
        text += chunk.toString('utf8', 0, bytes);
      }
    },
    close() {
      closeSync(ours);
      closeSync(writeEnd);
    },
  };
}

function bytesOf(attempt: () => number): number {
  try {
    return attempt();
  } catch (error) {
    if (causeOf(error) === 'EAGAIN') return 0;
    throw error;
  }
}
