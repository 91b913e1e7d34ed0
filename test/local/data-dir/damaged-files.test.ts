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
import * as z from 'zod';
import { operator } from '../../support/service/operator.ts';
import { problemOfStart } from '../../support/service/problem-of-start.ts';
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
/** A file that cannot be parsed, and one that can. stored-file.unit.test.ts tests more ways to damage JSON. */
const JSON_DAMAGES = ['cut off', 'JSON of another kind'];

function asFolder(file: string) {
  rmSync(file, { recursive: true, force: true });
  mkdirSync(join(file, 'not-empty'), { recursive: true });
}

/** Files that the service rebuilds. */
const REBUILT = ['host.lock', 'ports.json', 'engines.json', 'demo-partner.json', CHECKPOINT, 'service.json'];
const LOGS = ['service.log', 'service.log.1', 'engines.log'];
/** Files that the service must not rebuild: data would be lost, or a disabled mapping would start. */
const KEPT: [file: string, damages: readonly string[]][] = [
  ['kms.key', FILE_DAMAGES],
  ['mappings.json', JSON_DAMAGES],
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

/** The name of a checkpoint contains the logical id of its mapping, so it is looked up. */
function pathOf(file: string, folder = dataDir): string {
  const found = file === CHECKPOINT ? readdirSync(folder).find((name) => name.startsWith('checkpoint-')) : file;
  return join(folder, found ?? file);
}

function expectMessageAbout(file: string, said: string, folder = dataDir) {
  expect(said).toContain(`${pathOf(file, folder)} `);
  expect(said).toMatch(/^[A-Z/].+\.$/);
}

describe('a start on a damaged data folder', () => {
  it.each(JSON_DAMAGES)(
    'the service starts if its logs and all files that it can rebuild are damaged (damage: %s)',
    async (damage) => {
      for (const file of [...REBUILT, ...LOGS]) DAMAGES[damage]?.(pathOf(file));
      const service = await startService(dataDir);
      const headers = { Authorization: `Bearer ${service.ready.demo.apiKey}` };
      expect((await fetch(`${service.ready.baseUrl}/v1/whoami`, { headers })).status).toBe(200);
      expect(service.output()).toContain('demo-partner.json was damaged, so there is a new demo partner');
      await service.stop();
    },
  );

  it.each(KEPT.flatMap(([file, damages]) => damages.map((damage) => [file, damage] as const)))(
    'a start fails with an error message that names the damaged file %s (damage: %s)',
    async (file, damage) => {
      DAMAGES[damage]?.(pathOf(file));
      const before = readFileSync(pathOf(file));
      expectMessageAbout(file, await problemOfStart('--data', dataDir));
      expect(readFileSync(pathOf(file))).toEqual(before);
    },
  );

  it.each([...ALL, 'sqs/fauxqs.db-wal'])(
    'a start fails with an error message that names the unusable file if a folder has the path %s',
    async (file) => {
      asFolder(pathOf(file));
      expectMessageAbout(file.replace('-wal', ''), await problemOfStart('--data', dataDir));
    },
  );

  it('if a file has the path of the folder of the queues, a start fails with an error message that names this path', async () => {
    rmSync(join(dataDir, 'sqs'), { recursive: true });
    writeFileSync(join(dataDir, 'sqs'), '');
    expectMessageAbout('sqs', await problemOfStart('--data', dataDir));
  });
});

/** Root can read every file, but not in a user namespace that maps no user. */
const AS_NOBODY = process.getuid?.() === 0 ? ['unshare', '--user'] : [];
const runAsNobody = (...command: string[]) => {
  const [program = '', ...args] = [...AS_NOBODY, ...command];
  return spawn(program, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] });
};
const [probe] = await once(runAsNobody('true'), 'exit').catch(() => []);
const describeUnlessRoot = probe === 0 ? describe : describe.skip; // root reads every file; printed below
if (probe !== 0) process.stderr.write('NOT TESTED, whether unreadable files are named: root reads everything\n');

describeUnlessRoot('a start without permission to read a file', () => {
  const files = ALL.filter((file) => file !== 'service.json');
  const folders = new Map<string, string>();
  let problems: readonly string[];
  /** All starts share a process, because loading the service takes longer than a start that fails. */
  beforeAll(async () => {
    for (const file of files) {
      const folder = newDataDir();
      folders.set(file, folder);
      cpSync(sound, folder, { recursive: true });
      chmodSync(pathOf(file, folder), 0o000);
    }
    const child = runAsNobody(process.execPath, join(import.meta.dirname, 'problems.ts'), ...folders.values());
    // In a user namespace, the table engine gets no network namespace, so a start can print a warning first.
    const lines = (await text(child.stdout)).trim().split('\n');
    problems = z.array(z.string()).parse(JSON.parse(lines.at(-1) ?? ''));
  });
  afterAll(() => {
    for (const folder of folders.values()) removeDataDir(folder);
  });

  it.each(files)('a start fails with an error message that names the file %s if the file cannot be read', (file) => {
    expectMessageAbout(file, problems[files.indexOf(file)] ?? '', folders.get(file));
  });
});
