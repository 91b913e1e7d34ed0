import { spawn } from 'node:child_process';
import { closeSync, existsSync, ftruncateSync, mkdirSync, openSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as sleepMs } from 'node:timers/promises';
import * as z from 'zod';
import { causeOf } from '../../tooling/command-line/explain-error.ts';
import { Problem } from '../../tooling/command-line/problem.ts';
import { freePort, hiddenPlace, isListening, type Place } from '../../tooling/machine/ports.ts';
import { endProcess } from '../../tooling/machine/processes.ts';
import { settleDatabase } from '../aws/dynamodb/database-file.ts';
import { indexStreamRecords } from '../aws/dynamodb/stream-records.ts';
import { FILES } from '../data-dir/files.ts';
import { readStoredJson, writeAtomically } from '../data-dir/stored-file.ts';
import { engineRecord } from './engine-record.ts';
import type { EngineCommand } from './watchdog.ts';

export interface Engines {
  /**
   * The embedded engine does not check where a request comes from, so only the service may use this address. Tools use
   * the table behind the guard.
   */
  readonly dynamodbEndpoint: string;
  readonly sqsEndpoint: string;
  /** Resolves when the engines have ended, whether we ended them or not. */
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

/** The files of the programs that run as processes of their own. */
export interface EnginePrograms {
  readonly watchdog: string;
  readonly sqs: string;
}

const OWN_PROGRAMS: EnginePrograms = {
  watchdog: join(import.meta.dirname, 'watchdog.ts'),
  sqs: join(import.meta.dirname, '../aws/sqs/engine.ts'),
};

interface Options {
  readonly dataDir: string;
  /** Where a build has put the programs. Without it, the programs are the sources beside this file. */
  readonly programs?: EnginePrograms | undefined;
  /** The user's own engine, in place of an embedded one. */
  readonly dynamodbEndpoint?: string | undefined;
  readonly sqsEndpoint?: string | undefined;
  /** How far the clock of the queues is moved. The table engine's clock cannot be moved. */
  readonly clockOffsetMs?: number | undefined;
}

/**
 * Starts the embedded engines on the data folder. First ends any engines of an earlier host that still run on this
 * folder. Throws a Problem if the data is damaged or an engine does not start.
 */
export async function startEngines(options: Options): Promise<Engines> {
  const { dataDir, programs = OWN_PROGRAMS } = options;
  await endLeftovers(dataDir);
  settleDatabases(dataDir);
  if (!options.dynamodbEndpoint) rejectLostTable(dataDir);
  const table = await hiddenPlace();
  const queues = { host: '127.0.0.1', port: await chooseQueuePort(dataDir) };
  const embedded = [
    ...(options.dynamodbEndpoint ? [] : [{ place: table, command: dynamodbCommand(dataDir, table) }]),
    ...(options.sqsEndpoint
      ? []
      : [{ place: queues, command: sqsCommand(programs.sqs, dataDir, queues, options.clockOffsetMs) }]),
  ];
  const commands = embedded.map(({ command }) => command);

  const watchdog = startWatchdog(programs.watchdog, dataDir, commands);
  await untilReady(async () => existsSync(join(dataDir, FILES.engines)), watchdog);
  await Promise.all(embedded.map(({ place }) => untilReady(() => isListening(place.port, place.host), watchdog)));
  if (!options.dynamodbEndpoint) indexStreamRecords(join(dataDir, FILES.dynamodb));
  return {
    dynamodbEndpoint: options.dynamodbEndpoint ?? urlOf(table),
    sqsEndpoint: options.sqsEndpoint ?? urlOf(queues),
    ended: watchdog.ended,
    close: async () => {
      await watchdog.close();
      // At this point, engines still run only if the watchdog itself was killed.
      await endLeftovers(dataDir);
      settleDatabases(dataDir);
    },
  };
}

/**
 * The demo partner is stored after the table was created. So a demo partner without a table means that every line and
 * call is lost.
 */
function rejectLostTable(dataDir: string) {
  const file = join(dataDir, FILES.dynamodb);
  const hasTable = existsSync(file) && statSync(file).size > 0;
  if (hasTable || !existsSync(join(dataDir, FILES.demoPartner))) return;
  throw new Problem(
    `The database ${file} is missing or empty, so every partner, line and call would be lost: restore a good copy, choose another --data, or delete the whole folder to begin without data.`,
  );
}

async function endLeftovers(dataDir: string) {
  const record = join(dataDir, FILES.engines);
  const { value: leftovers = [], damaged } = readStoredJson(record, engineRecord);
  // A damaged record does not say which engines may still run. This call fails if another process has a database open.
  if (damaged) settleDatabases(dataDir, { alone: true });
  const ended = await Promise.all(leftovers.map(endProcess));
  if (ended.includes(false))
    throw new Problem(
      `Embedded engines that another user started still use ${dataDir}; choose another --data or end these engines.`,
    );
  rmSync(record, { force: true });
}

function settleDatabases(dataDir: string, options?: { readonly alone: boolean }) {
  const queues = join(dataDir, FILES.sqs);
  try {
    mkdirSync(queues, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new Problem(`The folder ${queues} cannot be used (${causeOf(error)}).`);
  }
  for (const file of [join(dataDir, FILES.dynamodb), join(queues, FILES.sqsDatabase)]) settleDatabase(file, options);
}

const enginePorts = z.object({ sqs: z.int().min(0).max(65_535) });

/**
 * Returns the port of the previous run if that port is free, so that earlier queue URLs stay valid. Returns another
 * port otherwise.
 */
async function chooseQueuePort(dataDir: string): Promise<number> {
  const file = join(dataDir, FILES.ports);
  const { value } = readStoredJson(file, enginePorts);
  const sqs = await freePort(value?.sqs);
  await writeAtomically(file, JSON.stringify({ sqs }));
  return sqs;
}

const urlOf = ({ host, port }: Place) => `http://${host}:${port}`;

function dynamodbCommand(dataDir: string, { host, port }: Place): EngineCommand {
  const args = ['serve', '--host', host, '--port', String(port), '--db-path', join(dataDir, FILES.dynamodb)];
  return { name: 'dynoxide', command: findDynoxide(), args };
}

/** Returns the binary of the installation, or else one on the PATH. Throws a Problem if there is none. */
export function findDynoxide(platform: string = process.platform, path = process.env['PATH'] ?? ''): string {
  const bundled = bundledFolder(`${platform}-${process.arch}`);
  const folders = [...(bundled ? [bundled] : []), ...path.split(delimiter)];
  const binary = folders.map((folder) => join(folder, 'dynoxide')).find((file) => existsSync(file));
  if (binary) return binary;
  throw new Problem(
    `There is no DynamoDB engine for ${platform}-${process.arch}: install it with npm i --include=optional, put dynoxide on the PATH, or name an engine with --dynamodb-endpoint.`,
  );
}

function bundledFolder(target: string): string | undefined {
  try {
    return dirname(createRequire(import.meta.url).resolve(`@dynoxide/${target}/package.json`));
  } catch {
    return undefined;
  }
}

const sqsCommand = (program: string, dataDir: string, { port }: Place, clockOffsetMs = 0): EngineCommand => ({
  name: 'fauxqs',
  command: process.execPath,
  args: [program, String(port), join(dataDir, FILES.sqs), String(clockOffsetMs)],
});

type Watchdog = ReturnType<typeof startWatchdog>;

function startWatchdog(program: string, dataDir: string, commands: readonly EngineCommand[]) {
  const logFile = join(dataDir, FILES.engineLog);
  const log = emptied(logFile);
  const child = spawn(process.execPath, [program, join(dataDir, FILES.engines), logFile, JSON.stringify(commands)], {
    // The log also receives what the watchdog prints if it fails to start.
    stdio: ['pipe', log, log],
    // The watchdog gets its own process group, so that Ctrl-C at the terminal reaches only the host. The host still
    // needs the engines to shut down in order.
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

/**
 * Each run begins with an empty log. The log is opened for appending, because the watchdog opens it as well and writes
 * the engines' output to it.
 */
function emptied(logFile: string): number {
  try {
    const log = openSync(logFile, 'a', 0o600);
    ftruncateSync(log);
    return log;
  } catch (error) {
    throw new Problem(`The log ${logFile} cannot be written (${causeOf(error)}).`);
  }
}

/**
 * How long an engine may take to start, even on a busy machine. If an engine ends, the host notices at once and stops
 * waiting.
 */
const READY_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 10;

async function untilReady(isReady: () => Promise<boolean>, watchdog: Watchdog) {
  const giveUpAtMs = Date.now() + READY_WITHIN_MS;
  while (!(await isReady())) {
    if (watchdog.hasEnded() || Date.now() > giveUpAtMs) {
      await watchdog.close();
      throw new Problem(`An embedded engine did not start; ${watchdog.logFile} says why.`);
    }
    await sleepMs(LOOK_EVERY_MS);
  }
}
