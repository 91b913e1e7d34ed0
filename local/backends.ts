import { join } from 'node:path';
import { provision } from './aws/cloudformation/provision.ts';
import { readStack } from './aws/cloudformation/template.ts';
import { startExpiry } from './aws/dynamodb/expiry.ts';
import { startTableGuard } from './aws/dynamodb/table-guard.ts';
import { startKms } from './aws/kms/kms.ts';
import { startSns } from './aws/sns/sns.ts';
import { hostClients } from './aws-clients.ts';
import { withCallsDays } from './calls-days.ts';
import { FILES } from './data-dir/files.ts';
import { type EnginePrograms, type Engines, startEngines } from './engines/engines.ts';
import type { Flags } from './flags.ts';
import type { overridesOf } from './overrides.ts';
import type { Reporter } from './reporting/reporter.ts';

const STAGE = 'dev';

/** Registers a function that closes something. The function that was registered last runs first. */
export type OnClose = (closer: () => unknown) => void;

export interface Settings {
  readonly flags: Flags;
  /** Returns the folder of the synthesized stack. */
  readonly stackFolder: () => Promise<string>;
  readonly programs?: EnginePrograms | undefined;
  readonly dataDir: string;
  readonly report: Reporter;
  readonly overrides: ReturnType<typeof overridesOf>;
  /** The service's clock, moved or not. */
  readonly nowMs: () => number;
}

export type Backends = Awaited<ReturnType<typeof startBackends>>;

/** Starts engines and stand-ins, and creates the template's tables and queues in them. */
export async function startBackends(settings: Settings, onClose: OnClose) {
  const { flags, stackFolder, programs, dataDir, overrides, report } = settings;
  const kms = await startKms({ keyFile: join(dataDir, FILES.kmsKey) });
  onClose(kms.close);
  const sns = await startSns({ onMessage: report.published });
  onClose(sns.close);
  const starting = startEngines({
    dataDir,
    programs,
    dynamodbEndpoint: flags['dynamodb-endpoint'],
    sqsEndpoint: flags['sqs-endpoint'],
    clockOffsetMs: overrides.clockOffsetMs,
  });
  onClose(async () => (await starting.catch(() => undefined))?.close());
  const [engines, cdkOutDir] = await Promise.all([starting, stackFolder()]);

  const endpoints = {
    dynamodb: engines.dynamodbEndpoint,
    sqs: engines.sqsEndpoint,
    kms: kms.endpoint,
    sns: sns.endpoint,
  };
  const stack = withCallsDays(readStack({ cdkOutDir, stage: STAGE, endpoints }), flags['calls-days']);
  const clients = hostClients(endpoints);
  const { streamArns } = await provision(stack, clients);
  const announcedDynamodbEndpoint = flags['dynamodb-endpoint'] ?? (await guardTable(engines, onClose));
  return { endpoints, announcedDynamodbEndpoint, stack, clients, streamArns, enginesEnded: engines.ended };
}

async function guardTable({ dynamodbEndpoint }: Engines, onClose: OnClose): Promise<string> {
  const guard = await startTableGuard(dynamodbEndpoint);
  onClose(guard.close);
  return guard.endpoint;
}

/** Does nothing if the user brings another DynamoDB engine, because that engine must delete expired items itself. */
export function expireStored(
  { stack, clients }: Backends,
  { flags, dataDir, nowMs, report }: Settings,
  onClose: OnClose,
) {
  if (flags['dynamodb-endpoint']) return;
  const databaseFile = join(dataDir, FILES.dynamodb);
  const expiry = startExpiry({
    tables: stack.tables,
    dynamodb: clients.dynamodb,
    databaseFile,
    nowMs,
    onFault: report.fault,
  });
  onClose(expiry.close);
}
