import { getCompileCacheDir } from 'node:module';
import { join } from 'node:path';
import { KMSClient } from '@aws-sdk/client-kms';
import { TOOL_LIMITS } from '../shared/aws/client.ts';
import { movableClock } from '../shared/config/clock.ts';
import type { LocalOverrides } from '../shared/config/local-overrides.ts';
import { SWEEP_PERIOD_MS } from '../shared/domain/deliveries/sweep-period.ts';
import { connectTable } from '../shared/store/table/connect.ts';
import { clientSettings } from '../tooling/local-service.ts';
import { projectDir } from '../tooling/project-dir.ts';
import { type Around, type GatewayRequest, startGateway } from './aws/api-gateway/gateway.ts';
import type { Schedule, StackModel } from './aws/cloudformation/stack-model.ts';
import { startMonitoring } from './aws/cloudwatch/monitoring.ts';
import { makeMappings } from './aws/event-sources/mappings.ts';
import { startSchedules } from './aws/event-sources/schedules.ts';
import { newCredentials } from './aws/http/access-key.ts';
import { startLambdaApi } from './aws/lambda/api.ts';
import { environmentsForQueues } from './aws/lambda/concurrency.ts';
import { startLambdaHost } from './aws/lambda/host.ts';
import { functionEnvironment } from './aws-clients.ts';
import { type Backends, type OnClose, type Settings, startBackends, startEngineExpiry } from './backends.ts';
import { openDataDir } from './data-dir/data-dir.ts';
import { FILES } from './data-dir/file-names.ts';
import { findOrCreateDemoPartner } from './demo-partner.ts';
import { type Site, startDocsSite } from './docs-site.ts';
import type { EnginePrograms } from './engines/engines.ts';
import { type Flags, rejectUnusablePorts } from './flags.ts';
import { overridesOf } from './overrides.ts';
import { type ReadyInfo, readyFiles, resourcesFromOutputs } from './ready-file.ts';
import { reporter } from './reporting/reporter.ts';
import { terminal as ownTerminal, type Terminal } from './reporting/terminal.ts';

/** What a program that runs the local service must pass to it. */
export interface Parts {
  /**
   * Starts the console. The program passes this function in, because the emulator does not import the operator's
   * commands. If absent, there is no console, and `consoleUrl` is empty.
   */
  readonly startConsole?: (place: {
    readonly port: number;
    readonly dataDir: string;
    readonly onFault: (fault: unknown) => void;
  }) => Promise<{ readonly consoleUrl: string; warmUp(): Promise<void>; close(): Promise<void> }>;
  readonly stackFolder: () => Promise<string>;
  readonly programs?: EnginePrograms;
  readonly site?: Site;
  readonly terminal?: Terminal;
  /** Function settings that have no flag. */
  readonly overrides?: Partial<LocalOverrides>;
  /** Wraps the handling of each request that matches a route of the API. */
  readonly around?: Around;
}

export interface RunningService {
  readonly ready: ReadyInfo;
  /** Writes the file of --ready-file, which says that the service works. This must be the last step of the start. */
  announce(): Promise<void>;
  /** Loads in advance what the first page of the console needs. */
  warmUpConsole(): Promise<void>;
  /** Resolves when the embedded engines have ended, or their watchdog was killed. */
  readonly enginesEnded: Promise<void>;
  /** Empties the function's caches: its next invocations run in new environments. */
  renew(functionName: string): Promise<void>;
  close(): Promise<void>;
}

/** Starts the whole service on local engines. If a step fails, the earlier steps are undone. */
export async function startService(flags: Flags, parts: Parts): Promise<RunningService> {
  const closers: (() => unknown)[] = [];
  const close = async () => {
    for (let closer = closers.pop(); closer; closer = closers.pop()) await closer();
  };
  try {
    return { ...(await startParts(flags, parts, (closer) => closers.push(closer))), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function startParts(flags: Flags, parts: Parts, onClose: OnClose): Promise<Omit<RunningService, 'close'>> {
  const overrides = { ...overridesOf(flags), ...parts.overrides };
  await rejectUnusablePorts(flags);
  const dataDir = openDataDir(flags.data);
  onClose(dataDir.release);
  const files = readyFiles(dataDir.path, flags['ready-file']);
  await files.forget();
  const startedMs = () => Date.now() + (overrides.clockOffsetMs ?? 0);
  const nowMs = overrides.clockMove === undefined ? startedMs : movableClock(startedMs, overrides.clockMove);
  const startedAtMs = Date.now();
  const report = await reporter(dataDir.path, nowMs, parts.terminal ?? ownTerminal);
  onClose(report.close);

  const credentials = newCredentials();
  const settings = { flags, ...parts, dataDir: dataDir.path, report, credentials, overrides, nowMs };
  const backends = await startBackends(settings, onClose);
  const served = await startServing(backends, settings, onClose);
  startEngineExpiry(backends, settings, onClose);
  const place = { port: flags['console-port'], dataDir: dataDir.path, onFault: report.fault };
  const running = await parts.startConsole?.(place);
  if (running) onClose(running.close);

  const { endpoints, stack } = backends;
  const ready: ReadyInfo = {
    pid: process.pid,
    baseUrl: served.baseUrl,
    docsUrl: served.docsUrl,
    consoleUrl: running?.consoleUrl ?? '',
    dynamodbEndpoint: endpoints.dynamodb,
    sqsEndpoint: endpoints.sqs,
    lambdaEndpoint: served.lambdaEndpoint,
    kmsEndpoint: endpoints.kms,
    snsEndpoint: endpoints.sns,
    cloudwatchEndpoint: served.cloudwatchEndpoint,
    credentials,
    ...resourcesFromOutputs((name) => outputOf(stack, name)),
    dataDir: dataDir.path,
    logFile: report.logFile,
    demo: served.demo,
    clockOffsetMs: overrides.clockOffsetMs ?? 0,
    startedAtMs,
    sweepPeriodMs: overrides.sweepPeriodMs ?? SWEEP_PERIOD_MS,
    stackName: stack.stackName,
    outputs: { ...stack.outputs, ApiUrl: served.baseUrl },
  };
  onClose(files.withdraw);
  await files.publish(ready);
  return {
    ready,
    announce: () => files.announce(ready),
    warmUpConsole: async () => running?.warmUp(),
    enginesEnded: backends.enginesEnded,
    renew: served.renew,
  };
}

function outputOf({ outputs }: StackModel, name: string): string {
  const value = outputs[name];
  if (value === undefined) throw new Error(`The stack has no output ${name}`);
  return value;
}

/** Starts the functions, everything that invokes functions, and the documentation. Finds or creates the demo partner. */
async function startServing(
  { endpoints, stack, clients, streamArns }: Backends,
  settings: Settings & Pick<Parts, 'around' | 'site'>,
  onClose: OnClose,
) {
  const { flags, dataDir, report, credentials, overrides, nowMs, around, site } = settings;
  const { accessKeyId } = credentials;
  const monitoring = await startMonitoring({
    alarms: stack.alarms,
    api: stack.api,
    queues: stack.queues,
    sqs: clients.sqs,
    sqsEndpoint: endpoints.sqs,
    credentials,
    minuteSeconds: flags['alarm-period-seconds'],
    onAlarm: report.alarm,
    onFault: report.fault,
  });
  onClose(monitoring.close);
  const host = startLambdaHost({
    functions: stack.functions,
    environments: environmentsForQueues(stack.queueMappings),
    environment: functionEnvironment(endpoints, credentials),
    overrides,
    compiledDir: getCompileCacheDir(),
    onLog: (log) => {
      report.functionLog(log);
      monitoring.functionLog(log);
    },
    onInvocation: monitoring.metrics.invocation,
  });
  onClose(() => host.close());

  const mappings = makeMappings({
    stack,
    streamArns,
    dataDir,
    ...clients,
    invoke: host.invoke,
    // The mappings need the real time, because they compare it with the times of stream records, and the engine's clock
    // is not moved.
    nowMs: Date.now,
    onFault: report.fault,
    activity: monitoring.metrics,
  });
  const invoke = mappings.readingAfter(host.invoke);
  // The mappings and the host close at the same time: the mappings wait for running batches, which end sooner when the
  // host closes.
  onClose(() => Promise.all([mappings.close(), host.close()]));
  const lambda = await startLambdaApi({ accessKeyId, functions: stack.functions, invoke, mappings });
  onClose(lambda.close);
  const demo = await findOrCreateDemoPartner(dataDir, {
    table: connectTable(outputOf(stack, 'TableName'), {
      ...clientSettings(endpoints.dynamodb, credentials),
      requestHandler: TOOL_LIMITS,
    }),
    kms: new KMSClient(clientSettings(endpoints.kms, credentials)),
    kmsKeyId: outputOf(stack, 'KeyArn'),
    nowMs,
    say: report.notice,
  });

  mappings.start();
  const onRequest = (request: GatewayRequest) => {
    report.request(request);
    monitoring.metrics.request(request);
  };
  if (flags.watch) {
    // This import also loads esbuild, which the service needs only with --watch.
    const { startWatch } = await import('./watch/watch.ts');
    const folder = join(dataDir, FILES.watchedFunctions);
    const { functions } = stack;
    const watching = { root: projectDir(), functions, folder, replaceCode: host.replaceCode, say: report.notice };
    onClose((await startWatch({ ...watching, onFault: report.fault })).close);
  }
  const gateway = await startGateway({
    ...{ api: stack.api, invoke, port: flags.port, nowMs, around },
    ...{ onRequest, onFault: report.fault },
  });
  onClose(gateway.close);
  const probe = stack.functions.find(({ name }) => name === 'probe');
  const isOfProbe = ({ functionLogicalId }: Schedule) => functionLogicalId === probe?.logicalId;
  const schedules = startSchedules({
    ...{ schedules: stack.schedules, invoke, nowMs, onFault: report.fault },
    // The probe runs once per minute of the alarms, and requests the API at its local address.
    everySeconds: (schedule) => flags[isOfProbe(schedule) ? 'alarm-period-seconds' : 'sweep-every-seconds'],
    eventOf: (schedule) => (isOfProbe(schedule) ? { url: gateway.baseUrl } : undefined),
  });
  onClose(schedules.close);
  const docs = await startDocsSite({
    ...{ port: flags['docs-port'], baseUrl: gateway.baseUrl, site },
    onFault: report.fault,
  });
  onClose(docs.close);
  return {
    baseUrl: gateway.baseUrl,
    docsUrl: docs.url,
    lambdaEndpoint: lambda.endpoint,
    cloudwatchEndpoint: monitoring.endpoint,
    demo,
    renew: async (functionName: string) => {
      const fn = stack.functions.find(({ name }) => name === functionName);
      if (fn) await host.replaceCode(fn.logicalId, fn.codeDir);
    },
  };
}
