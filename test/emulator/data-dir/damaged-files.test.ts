import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { parseFlags } from '../../../emulator/flags.ts';
import { startService as startHost } from '../../../emulator/host.ts';
import { Problem } from '../../../tooling/command-line/problem.ts';
import { operator } from '../../support/service/operator.ts';
import { newDataDir, removeDataDir, startService } from '../../support/service/service.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const CHECKPOINT = 'checkpoint-*.json';

const DAMAGES: Record<string, (file: string) => void> = {
  empty: (file) => writeFileSync(file, ''),
  'cut off': (file) => truncateSync(file, Math.floor(statSync(file).size / 2)),
  garbage: (file) => writeFileSync(file, Buffer.alloc(5_000, 'garbage \xff\0')),
  'JSON of another kind': (file) => writeFileSync(file, '[{"pid":"1","sqs":"2"}]'),
};
const FILE_DAMAGES = Object.keys(DAMAGES);

function asFolder(file: string) {
  rmSync(file, { recursive: true, force: true });
  mkdirSync(join(file, 'not-empty'), { recursive: true });
}

/** Files that the service rebuilds without a loss. */
const REBUILT = ['host.lock', 'ports.json', 'engines.json', 'demo-partner.json', CHECKPOINT, 'service.json'];
const LOGS = ['service.log', 'service.log.1', 'engines.log'];
/** Files that the service must not rebuild: data would be lost, or a disabled mapping would start. */
const KEPT: [file: string, damages: readonly string[]][] = [
  ['kms.key', FILE_DAMAGES],
  ['mappings.json', FILE_DAMAGES],
  ['dynamodb.sqlite', FILE_DAMAGES],
  // An empty file is valid: an engine that was killed during its first start leaves one.
  ['sqs/fauxqs.db', FILE_DAMAGES.filter((damage) => damage !== 'empty')],
];
const ALL = [...REBUILT, ...KEPT.map(([file]) => file), 'service.log', 'engines.log'];

let sound: string;
let dataDir: string;
beforeAll(async () => {
  sound = newDataDir();
  const service = await startService(sound);
  await operator(sound, ['mapping', 'disable', '--name', 'deliver-slow']);
  const whileRunning = ['service.json', 'engines.json'].map((name) => [name, readFileSync(join(sound, name))] as const);
  await service.stop();
  for (const [name, content] of whileRunning) writeFileSync(join(sound, name), content);
  writeFileSync(join(sound, 'service.log.1'), '{}\n');
});
afterAll(() => removeDataDir(sound));
beforeEach(() => {
  dataDir = newDataDir();
  cpSync(sound, dataDir, { recursive: true });
});
afterEach(() => removeDataDir(dataDir));

/** Returns the problem with which the service does not start. */
async function problem(): Promise<string> {
  const flags = parseFlags(['--port', '0', '--data', dataDir]);
  if (!flags) throw new Error('The flags do not include --help');
  try {
    const service = await startHost(flags);
    await service.close();
    return 'The service has started';
  } catch (error) {
    if (error instanceof Problem) return error.message;
    throw error;
  }
}

/** Returns the path in the data folder. The name of the checkpoint contains the logical id of its mapping. */
function pathOf(file: string): string {
  const found = file === CHECKPOINT ? readdirSync(dataDir).find((name) => name.startsWith('checkpoint-')) : file;
  return join(dataDir, found ?? file);
}

function expectOneSentenceAbout(file: string, said: string) {
  expect(said).toContain(`${pathOf(file)} `);
  expect(said).toMatch(/^[A-Z/].+\.$/);
}

describe('a damaged data folder', () => {
  it.each(FILE_DAMAGES)('is rebuilt where that loses nothing, when each such file is: %s', async (damage) => {
    for (const file of [...REBUILT, ...LOGS]) DAMAGES[damage]?.(pathOf(file));
    const service = await startService(dataDir);
    const headers = { Authorization: `Bearer ${service.ready.demo.apiKey}` };
    expect((await fetch(`${service.ready.baseUrl}/v1/whoami`, { headers })).status).toBe(200);
    expect(service.output()).toContain('demo-partner.json was damaged, so there is a new demo partner');
    await service.stop();
  });

  it.each(KEPT.flatMap(([file, damages]) => damages.map((damage) => [file, damage] as const)))(
    'stops the start with one sentence that names %s when that file is: %s',
    async (file, damage) => {
      DAMAGES[damage]?.(pathOf(file));
      const before = readFileSync(pathOf(file));
      expectOneSentenceAbout(file, await problem());
      expect(readFileSync(pathOf(file))).toEqual(before);
    },
  );

  it.each([...ALL, 'sqs/fauxqs.db-wal'])(
    'stops the start with one sentence that names %s when a folder is in its place',
    async (file) => {
      asFolder(pathOf(file));
      expectOneSentenceAbout(file.replace('-wal', ''), await problem());
    },
  );

  it('stops the start with one sentence when a file is in the place of the queues’ folder', async () => {
    rmSync(join(dataDir, 'sqs'), { recursive: true });
    writeFileSync(join(dataDir, 'sqs'), '');
    expectOneSentenceAbout('sqs', await problem());
  });
});

/** Root can read every file, but not in a user namespace that maps no user. */
const AS_NOBODY = process.getuid?.() === 0 ? ['unshare', '--user'] : [];
const runAsNobody = (...command: string[]) => {
  const [program = '', ...args] = [...AS_NOBODY, ...command];
  return spawn(program, args, { cwd: ROOT, stdio: ['ignore', 'ignore', 'pipe'] });
};
const [probe] = await once(runAsNobody('true'), 'exit').catch(() => []);
const describeUnlessRoot = probe === 0 ? describe : describe.skip; // root reads every file; printed below
if (probe !== 0) process.stderr.write('NOT TESTED, whether unreadable files are named: root reads everything\n');

describeUnlessRoot('a start without permission to read a file', () => {
  it.each(ALL.filter((file) => file !== 'service.json'))('ends with one sentence that names %s', async (file) => {
    chmodSync(pathOf(file), 0o000);
    const child = runAsNobody(process.execPath, 'bin/local.ts', '--port', '0', '--data', dataDir);
    const [said] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    expectOneSentenceAbout(file, said.trimEnd());
    expect(child.exitCode).toBe(1);
  });
});
