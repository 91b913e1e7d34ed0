import { join } from 'node:path';
import type { Credentials } from '../tooling/local-service.ts';
import { provisionTablesAndQueues } from './aws/cloudformation/provision.ts';
import { readStacks } from './aws/cloudformation/template.ts';
import { startExpiry } from './aws/dynamodb/expiry.ts';
import { startEngineProxy } from './aws/http/engine-proxy.ts';
import { startKms } from './aws/kms/kms.ts';
import { startSns } from './aws/sns/sns.ts';
import { clientsOfHost } from './aws-clients.ts';
import { FILES } from './data-dir/file-names.ts';
import { type EnginePrograms, startEngines } from './engines/engines.ts';
import type { Flags } from './flags.ts';
import type { overridesOf } from './overrides.ts';
import type { Reporter } from './reporting/reporter.ts';
import { withCallsDays, withIntakeVisibilityTimeout } from './stack-for-flags.ts';

/** Registers a function that closes something. The function that was registered last runs first. */
export type OnClose = (closer: () => unknown) => void;

export interface Settings {
  readonly flags: Flags;
  readonly stackFolder: () => Promise<string>;
  readonly programs?: EnginePrograms | undefined;
  readonly dataDir: string;
  readonly report: Reporter;
  /** The access key of the ports that stand in for AWS. */
  readonly credentials: Credentials;
  readonly overrides: ReturnType<typeof overridesOf>;
  /** Returns the time of the service's clock, which can be moved. */
  readonly nowMs: () => number;
}

export type Backends = Awaited<ReturnType<typeof startBackends>>;

/**
 * Starts the engines and the local replacements of KMS and SNS. Creates the template's tables and queues in the
 * engines.
 */
export async function startBackends(settings: Settings, onClose: OnClose) {
  const { flags, stackFolder, programs, dataDir, overrides, report, credentials } = settings;
  const { accessKeyId } = credentials;
  const kms = await startKms({ keyFile: join(dataDir, FILES.kmsKey), accessKeyId });
  onClose(kms.close);
  const sns = await startSns({ accessKeyId, onMessage: report.published });
  onClose(sns.close);
  const own = await startEngineProxies(flags, accessKeyId, onClose);
  const starting = startEngines({
    ...{ dataDir, accessKeyId, programs, ...own },
    clockOffsetMs: overrides.clockOffsetMs,
  });
  onClose(async () => (await starting.catch(() => undefined))?.close());
  const [engines, cdkOutDir] = await Promise.all([starting, stackFolder()]);
  if (engines.whyTableIsExposed !== undefined) report.notice(exposedTable(engines.whyTableIsExposed));

  const endpoints = {
    dynamodb: engines.dynamodbEndpoint,
    sqs: engines.sqsEndpoint,
    kms: kms.endpoint,
    sns: sns.endpoint,
  };
  const asDeployed = readStacks(cdkOutDir, endpoints.sqs);
  const stack = withIntakeVisibilityTimeout(withCallsDays(asDeployed, flags['calls-days']), overrides.retryBaseMs);
  const clients = clientsOfHost(endpoints, credentials);
  const { streamArns } = await provisionTablesAndQueues(stack, clients);
  return { endpoints, stack, clients, streamArns, enginesEnded: engines.ended };
}

const exposedTable = (why: string) => `Other users of this machine can read and change the table, because ${why}.`;

/** Opens a port in front of each engine that the command line names. */
async function startEngineProxies(flags: Flags, accessKeyId: string, onClose: OnClose) {
  const open = async (flag: 'dynamodb-endpoint' | 'sqs-endpoint') => {
    const endpoint = flags[flag];
    if (endpoint === undefined) return undefined;
    const engine = await startEngineProxy({ endpoint, flag: `--${flag}`, accessKeyId });
    onClose(engine.close);
    return engine.endpoint;
  };
  return { dynamodbEndpoint: await open('dynamodb-endpoint'), sqsEndpoint: await open('sqs-endpoint') };
}

/** Starts to delete expired items and old stream records of the embedded engine. Another engine must do this itself. */
export function startEngineExpiry(
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
