import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as sleepMs } from 'node:timers/promises';
import * as z from 'zod';
import { Problem } from '../problem.ts';
import { readIfThere, writeAtomically } from './data-dir.ts';
import { FILES } from './files.ts';
import { freePort, hiddenPlace, isAnswering, type Place } from './ports.ts';
import { endProcess, processIdentity } from './processes.ts';
import { indexStreamRecords } from './stream-index.ts';
import type { EngineCommand } from './watchdog.ts';

export interface Engines {
  /** The embedded one checks nothing, so it is for the service alone: tools get the table behind the guard. */
  readonly dynamodbEndpoint: string;
  readonly sqsEndpoint: string;
  /** Settles when the engines have ended, asked to or not. */
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

interface Options {
  readonly dataDir: string;
  /** An engine of the user's own in place of an embedded one. */
  readonly dynamodbEndpoint?: string | undefined;
  readonly sqsEndpoint?: string | undefined;
}

/** Starts the embedded engines on the data folder, after ending those that an earlier host may have left there. */
export async function startEngines(options: Options): Promise<Engines> {
  const { dataDir } = options;
  await endLeftovers(dataDir);
  const table = await hiddenPlace();
  const queues = { host: '127.0.0.1', port: await chooseQueuePort(dataDir) };
  const embedded = [
    ...(options.dynamodbEndpoint ? [] : [{ place: table, command: dynamodbCommand(dataDir, table) }]),
    ...(options.sqsEndpoint ? [] : [{ place: queues, command: sqsCommand(dataDir, queues) }]),
  ];
  const commands = embedded.map(({ command }) => command);

  const watchdog = startWatchdog(dataDir, commands);
  await Promise.all(embedded.map(({ place }) => untilAnswering(place, watchdog)));
  if (!options.dynamodbEndpoint) indexStreamRecords(join(dataDir, FILES.dynamodb));
  return {
    dynamodbEndpoint: options.dynamodbEndpoint ?? urlOf(table),
    sqsEndpoint: options.sqsEndpoint ?? urlOf(queues),
    ended: watchdog.ended,
    close: async () => {
      await watchdog.close();
      // None are left, unless the watchdog itself was killed.
      await endLeftovers(dataDir);
    },
  };
}

async function endLeftovers(dataDir: string) {
  const record = readIfThere(join(dataDir, FILES.engines));
  if (!record) return;
  const ended = await Promise.all(z.array(processIdentity).parse(JSON.parse(record.toString())).map(endProcess));
  if (ended.includes(false)) throw new Problem(`Engines of another user are still running on ${dataDir}.`);
}

const enginePorts = z.object({ sqs: z.int() });

/** The same port as last time where it is free, so that a queue URL somebody noted down stays good. */
async function chooseQueuePort(dataDir: string): Promise<number> {
  const file = join(dataDir, FILES.ports);
  const last = readIfThere(file);
  const sqs = await freePort(last && enginePorts.parse(JSON.parse(last.toString())).sqs);
  writeAtomically(file, JSON.stringify({ sqs }));
  return sqs;
}

const urlOf = ({ host, port }: Place) => `http://${host}:${port}`;

function dynamodbCommand(dataDir: string, { host, port }: Place): EngineCommand {
  const args = ['serve', '--host', host, '--port', String(port), '--db-path', join(dataDir, FILES.dynamodb)];
  return { name: 'dynoxide', command: findDynoxide(), args };
}

/** The binary that came with the installation, else one on the PATH. */
export function findDynoxide(platform: string = process.platform, path = process.env['PATH'] ?? ''): string {
  const bundled = bundledFolder(`${platform}-${process.arch}`);
  const folders = [...(bundled ? [bundled] : []), ...path.split(delimiter)];
  const binary = folders.map((folder) => join(folder, 'dynoxide')).find((file) => existsSync(file));
  if (binary) return binary;
  throw new Problem(
    `There is no DynamoDB engine for ${platform}-${process.arch}: put dynoxide on the PATH or name an engine with --dynamodb-endpoint.`,
  );
}

function bundledFolder(target: string): string | undefined {
  try {
    return dirname(createRequire(import.meta.url).resolve(`@dynoxide/${target}/package.json`));
  } catch {
    return undefined;
  }
}

const sqsCommand = (dataDir: string, { port }: Place): EngineCommand => ({
  name: 'fauxqs',
  command: process.execPath,
  args: [join(import.meta.dirname, 'sqs-engine.ts'), String(port), join(dataDir, FILES.sqs)],
});

type Watchdog = ReturnType<typeof startWatchdog>;

function startWatchdog(dataDir: string, commands: readonly EngineCommand[]) {
  const logFile = join(dataDir, FILES.engineLog);
  const log = openSync(logFile, 'w', 0o600);
  const program = join(import.meta.dirname, 'watchdog.ts');
  const child = spawn(process.execPath, [program, join(dataDir, FILES.engines), JSON.stringify(commands)], {
    stdio: ['pipe', log, log],
    // A group of its own: a Ctrl-C at the terminal is for the host alone, which still needs its engines to end well.
    detached: true,
  });
  closeSync(log);
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve()).once('error', () => resolve());
  });
  const close = async () => {
    child.stdin?.destroy();
    await ended;
  };
  return { ended, close, logFile, hasEnded: () => child.exitCode !== null };
}

const READY_WITHIN_MS = 15_000;
const LOOK_EVERY_MS = 10;

async function untilAnswering({ host, port }: Place, watchdog: Watchdog) {
  const giveUpAtMs = Date.now() + READY_WITHIN_MS;
  while (!(await isAnswering(port, host))) {
    if (watchdog.hasEnded() || Date.now() > giveUpAtMs) {
      await watchdog.close();
      throw new Problem(`An embedded engine did not start; ${watchdog.logFile} says why.`);
    }
    await sleepMs(LOOK_EVERY_MS);
  }
}
