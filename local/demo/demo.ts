import { Lambda } from '@aws-sdk/client-lambda';
import { SQS } from '@aws-sdk/client-sqs';
import { createVoicePlatform, lambdaInvoke, sqsSend } from '../../clients/voice-platform/src/index.ts';
import { clientSettings } from '../../tooling/local-service.ts';
import { pause } from '../../tooling/machine/pause.ts';
import type { ReadyInfo } from '../ready-file.ts';
import { connectOperator, type Run, runnerOn } from '../sandbox/operator.ts';
import { PARTNERS } from './partners.ts';
import { BEHAVIOURS } from './receiver-behaviours.ts';
import { startReceivers } from './receivers.ts';
import { setUpPartners } from './set-up-partners.ts';
import {
  BLANK_SHARE,
  type DemoLine,
  MEAN_CALLS_PER_SECOND,
  QUEUED_SHARE,
  type Simulation,
  simulateCalls,
} from './simulated-calls.ts';

export interface Demo {
  /** The lines that the terminal prints when the demo has started. */
  readonly lines: readonly string[];
  close(): Promise<void>;
}

/** The demo without its calls: partners with lines and receivers, and a connected client of the voice platform. */
interface World extends Pick<Simulation, 'client' | 'lines' | 'nowMs' | 'random'> {
  close(): Promise<void>;
}

/** Starts the receivers of the partners, and a simulated voice platform that calls their lines. */
export async function startDemo(ready: ReadyInfo, say: (sentence: string) => void): Promise<Demo> {
  const world = await openDemo(ready, say);
  const ending = new AbortController();
  const { signal } = ending;
  const calls = simulateCalls({ ...world, wait: (ms) => pause(ms, signal), say }, signal);
  return {
    lines: linesOf(ready, world.lines),
    async close() {
      ending.abort();
      await world.close();
      await calls;
    },
  };
}

export async function openDemo(ready: ReadyInfo, say: (sentence: string) => void): Promise<World> {
  const nowMs = () => Date.now() + ready.clockOffsetMs;
  const { random } = Math;
  const run = runnerOn(await connectOperator(ready.dataDir, nowMs));
  const receivers = await startReceivers({ port: await portOfEarlierRun(run), nowMs, random });
  try {
    const lines = await setUpPartners({ run, baseUrl: ready.baseUrl, receivers, say });
    return { client: connectVoicePlatform(ready), lines, nowMs, random, close: receivers.close };
  } catch (error) {
    await receivers.close();
    throw error;
  }
}

/** Returns the voice platform's client, connected as the platform's team would connect it. */
function connectVoicePlatform({ lambdaEndpoint, sqsEndpoint, credentials, outputs, intakeQueueUrl }: ReadyInfo) {
  const lambda = new Lambda({ ...clientSettings(lambdaEndpoint, credentials), maxAttempts: 1 });
  const { LineForCallFunctionName: lineForCall, RecordCallFunctionName: recordCall } = outputs;
  if (!lineForCall || !recordCall) throw new Error('The service has no functions for the voice platform');
  return createVoicePlatform({
    invoke: lambdaInvoke(lambda, { lineForCall, recordCall }),
    send: sqsSend(new SQS(clientSettings(sqsEndpoint, credentials)), intakeQueueUrl),
  });
}

/** Returns the receivers' port at an earlier start, if it is known. Pending deliveries are sent to this port. */
async function portOfEarlierRun(run: Run): Promise<number | undefined> {
  const known = (await run('partner list', {})).find(({ name }) => name === PARTNERS[0]?.name);
  if (known === undefined) return undefined;
  // If the demo ended before it registered the webhook, the partner has no webhook, and the command fails.
  const webhook = await run('webhook show', { partner: known.partnerId }).catch(() => undefined);
  return webhook && Number(new URL(webhook.url).port);
}

const ALL_BEHAVIOURS = new Intl.ListFormat('en-GB').format(Object.keys(BEHAVIOURS));

const linesOf = ({ dataDir }: ReadyInfo, lines: readonly DemoLine[]) => [
  `Demo: ${PARTNERS.length} partners with ${lines.length} lines. Their receivers are ${ALL_BEHAVIOURS}.`,
  `A simulated voice platform records about ${MEAN_CALLS_PER_SECOND} calls a second until you press Ctrl+C. It sends ${100 * QUEUED_SHARE} % of the calls through the queue. The service refuses ${100 * BLANK_SHARE} % of the calls: see "Refused calls" in the console.`,
  `The demo keeps its data in ${dataDir}. For operator commands, add --data ${dataDir}. To start the demo from scratch, delete this folder.`,
];
