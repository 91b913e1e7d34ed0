import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';

const ready = z.looseObject({
  pid: z.number(),
  baseUrl: z.url(),
  docsUrl: z.url(),
  consoleUrl: z.url(),
  dynamodbEndpoint: z.url(),
  sqsEndpoint: z.url(),
  lambdaEndpoint: z.url(),
  kmsEndpoint: z.url(),
  snsEndpoint: z.url(),
  cloudwatchEndpoint: z.url(),
  kmsKeyId: z.string(),
  tableName: z.string(),
  deliveryQueueUrl: z.url(),
  slowQueueUrl: z.url(),
  hungQueueUrl: z.url(),
  deadLetterQueueUrl: z.url(),
  relayFailureQueueUrl: z.url(),
  intakeQueueUrl: z.url(),
  intakeDeadLetterQueueUrl: z.url(),
  credentials: z.object({ accessKeyId: z.string(), secretAccessKey: z.string() }),
  dataDir: z.string(),
  logFile: z.string(),
  outputs: z.object({ LineForCallFunctionName: z.string(), RecordCallFunctionName: z.string() }),
  demo: z.object({ partnerId: z.string(), apiKey: z.string() }),
});

export interface Service {
  readonly ready: z.infer<typeof ready>;
  /** Returns everything that the service has printed so far. */
  output(): string;
  /** Stops the service as an operator would. */
  stop(): Promise<void>;
  /** Kills the service as a power failure would. */
  kill(): Promise<void>;
}

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

export const newDataDir = () => mkdtempSync(join(tmpdir(), 'partner-lines-'));
export const removeDataDir = (dir: string) => rmSync(dir, { recursive: true, force: true });

/** Returns the processes that have the folder on their command line: the host, its watchdog and the engines. */
export const processesOf = (dataDir: string) =>
  readdirSync('/proc').filter((name) => {
    try {
      return /^\d+$/.test(name) && readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(dataDir);
    } catch {
      return false;
    }
  });

export const curlLinesIn = (text: string) => text.match(/^curl .+$/gm) ?? [];

interface Elsewhere {
  /** The folder of the project to start, if it is not this one. */
  readonly root?: string;
  /** The beginning of a command that runs the service with another view of the file system. */
  readonly through: readonly string[];
  /** The path of the ready file, which both the test and the service can see. */
  readonly readyFile: string;
}

/** Starts the service as `npm start` does, on any free port, and waits until it is ready. */
export async function startService(
  dataDir: string,
  flags: readonly string[] = [],
  { root = ROOT, through, readyFile }: Elsewhere = {
    through: [],
    readyFile: join(dataDir, `ready-${randomUUID()}.json`),
  },
): Promise<Service> {
  const args = ['bin/local.ts', '--port', '0', '--data', dataDir, '--ready-file', readyFile, ...flags];
  const [command = '', ...rest] = [...through, process.execPath, ...args];
  const child = spawn(command, rest, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
  }
  const closed = once(child, 'close');
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
  /** Ends the service, and waits until everything that it printed has been read. */
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await closed;
  };
  await untilReady(readyFile, child, closed, () => printed);
  return {
    ready: ready.parse(JSON.parse(readFileSync(readyFile, 'utf8'))),
    output: () => printed,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };
}

async function untilReady(
  readyFile: string,
  child: ChildProcess,
  closed: Promise<unknown>,
  printed: () => string,
): Promise<void> {
  for (let tries = 0; tries < 4_800 && !existsSync(readyFile); tries += 1) {
    if (hasEnded(child)) {
      await closed;
      throw new Error(`The service ended with code ${child.exitCode}: ${printed()}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  if (!existsSync(readyFile)) throw new Error(`The service is not ready after four minutes: ${printed()}`);
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;
