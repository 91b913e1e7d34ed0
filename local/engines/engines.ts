import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { causeOf } from '../../tooling/command-line/explain-error.ts';
import { Problem } from '../../tooling/command-line/problem.ts';
import { type Address, freePort, randomAddress } from '../../tooling/machine/free-port.ts';
import { networkNamespace } from '../../tooling/machine/network-namespace.ts';
import { type OpenPort, openPort } from '../../tooling/machine/open-port.ts';
import { endProcess, type ProcessIdentity } from '../../tooling/machine/processes.ts';
import { prepareDatabaseFile } from '../aws/dynamodb/database-file.ts';
import { indexStreamRecords } from '../aws/dynamodb/stream-records.ts';
import { FILES } from '../data-dir/file-names.ts';
import { readStoredJson, writeAtomically } from '../data-dir/stored-file.ts';
import { dynamodbCommand, type EnginePrograms, FDS, OWN_PROGRAMS, sqsCommand } from './programs.ts';
import { startWatchdog, type Watchdog, waitUntilReady } from './start-watchdog.ts';

export type { EnginePrograms } from './programs.ts';

export interface Engines {
  readonly dynamodbEndpoint: string;
  readonly sqsEndpoint: string;
  /**
   * Why the embedded table engine has no network namespace. Other users of this machine can then connect to the engine.
   * Undefined if the engine has a namespace or is not used.
   */
  readonly whyTableIsExposed: string | undefined;
  /** Resolves when the watchdog has ended. It ends after the engines, unless it is killed. */
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

interface Options {
  readonly dataDir: string;
  /** The access key that requests to the ports need. */
  readonly accessKeyId: string;
  /** The built programs of the watchdog and the queues. Without them, the sources run. */
  readonly programs?: EnginePrograms | undefined;
  /** The URL of the port in front of the user's own engine. This engine replaces the embedded table engine. */
  readonly dynamodbEndpoint?: string | undefined;
  readonly sqsEndpoint?: string | undefined;
  /** How far the clock of the queues is moved, in milliseconds. The table engine's clock cannot be moved. */
  readonly clockOffsetMs?: number | undefined;
  readonly makeNamespace?: typeof networkNamespace;
}

/** The content of `engines.json`: the watchdog's process and the engines' processes. */
export const engineRecord: z.ZodType<ProcessIdentity[]> = z.array(
  z.object({ pid: z.int().positive(), startTicks: z.string(), commandLine: z.string() }),
);

/** Where the table engine listens in its network namespace. No other program there uses this port. */
const IN_NAMESPACE: Address = { host: '127.0.0.1', port: 8000 };

/**
 * Starts the embedded engines on the data folder. First ends any engines that an earlier host left on this folder.
 * Throws a Problem if the data is damaged or an engine does not start.
 */
export async function startEngines(options: Options): Promise<Engines> {
  const { dataDir, accessKeyId, programs = OWN_PROGRAMS, makeNamespace = networkNamespace } = options;
  const makingNamespace = options.dynamodbEndpoint ? undefined : makeNamespace();
  await endLeftoverEngines(dataDir);
  prepareDatabases(dataDir);
  if (!options.dynamodbEndpoint) rejectLostTable(dataDir);
  const ports = await openPorts(options);
  const { prefix: namespace, whyNone } = (await makingNamespace) ?? {};
  const table = ports.table && (namespace ? IN_NAMESPACE : await randomAddress());
  let watchdog: Watchdog;
  try {
    const engines = [
      ...(table ? [dynamodbCommand(dataDir, table)] : []),
      ...(ports.queues ? [sqsCommand(programs.sqs, dataDir, options.clockOffsetMs)] : []),
    ];
    const task = { engines, relay: table && { fd: FDS.table, to: table } };
    watchdog = startWatchdog({ program: programs.watchdog, dataDir, accessKeyId, namespace, task, ports });
  } finally {
    ports.queues?.close();
    ports.table?.close();
  }
  const embedded = Object.values(ports).flatMap((port) => (port ? [urlOf(port)] : []));
  await waitUntilReady(watchdog, { dataDir, accessKeyId, endpoints: embedded });
  if (table) indexStreamRecords(join(dataDir, FILES.dynamodb));
  return {
    dynamodbEndpoint: options.dynamodbEndpoint ?? urlOf(ports.table),
    sqsEndpoint: options.sqsEndpoint ?? urlOf(ports.queues),
    whyTableIsExposed: whyNone,
    ended: watchdog.ended,
    close: async () => {
      await watchdog.close();
      // If the watchdog was killed, its engines still run.
      await endLeftoverEngines(dataDir);
      prepareDatabases(dataDir);
    },
  };
}

const openPorts = async ({ dataDir, dynamodbEndpoint, sqsEndpoint }: Options) => ({
  queues: sqsEndpoint ? undefined : await openPort(await chooseQueuePort(dataDir)),
  table: dynamodbEndpoint ? undefined : await openPort(0),
});

/**
 * Throws a Problem if the table is lost. The table is created before the demo partner is stored, so a demo partner
 * without a table means that every line and call is lost or in another engine.
 */
function rejectLostTable(dataDir: string) {
  const file = join(dataDir, FILES.dynamodb);
  const hasTable = existsSync(file) && statSync(file).size > 0;
  if (hasTable || !existsSync(join(dataDir, FILES.demoPartner))) return;
  throw new Problem(
    `The database ${file} is missing or empty, so every partner, line and call would be lost: restore a good copy, choose another --data, or delete the whole folder to begin without data.`,
  );
}

async function endLeftoverEngines(dataDir: string) {
  const record = join(dataDir, FILES.engines);
  const { value: leftovers = [], damaged } = readStoredJson(record, engineRecord);
  // A damaged record does not say which engines still run. With `alone`, this throws if an engine has a database open.
  if (damaged) prepareDatabases(dataDir, { alone: true });
  const ended = await Promise.all(leftovers.map(endProcess));
  if (ended.includes(false))
    throw new Problem(
      `Embedded engines that another user started still use ${dataDir}; choose another --data or end these engines.`,
    );
  rmSync(record, { force: true });
}

function prepareDatabases(dataDir: string, options?: { readonly alone: boolean }) {
  const queues = join(dataDir, FILES.sqs);
  try {
    mkdirSync(queues, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new Problem(`The folder ${queues} cannot be used (${causeOf(error)}).`);
  }
  for (const file of [join(dataDir, FILES.dynamodb), join(queues, FILES.sqsDatabase)])
    prepareDatabaseFile(file, options);
}

const enginePorts = z.object({ sqs: z.int().min(0).max(65_535) });

/** Returns the port of the previous start, so that earlier queue URLs stay valid. If it is taken, returns another. */
async function chooseQueuePort(dataDir: string): Promise<number> {
  const file = join(dataDir, FILES.ports);
  const { value } = readStoredJson(file, enginePorts);
  const sqs = await freePort(value?.sqs);
  await writeAtomically(file, JSON.stringify({ sqs }));
  return sqs;
}

const urlOf = (port: Pick<OpenPort, 'port'> | undefined) => `http://127.0.0.1:${port?.port}`;
