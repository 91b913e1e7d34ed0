import { reservedConcurrency } from '../../../../lib/functions/concurrency.ts';
import { TIMEOUT_SECONDS, VISIBILITY_SECONDS } from '../../../../lib/functions/timeouts.ts';
import type { FunctionName } from '../../../../lib/rights.ts';
import type { StageSettings } from '../../../../lib/stages.ts';
import { setPartnerState } from '../../../../operator/records/partner-changes.ts';
import { EVENT_HEADERS } from '../../../../shared/contract/calls/event-headers.ts';
import { LANES, type Lane } from '../../../../shared/domain/deliveries/lane.ts';
import { SWEEP_PERIOD_MS } from '../../../../shared/domain/deliveries/sweep-period.ts';
import { TABLE } from '../../../../shared/names/table.ts';
import { TABLE_QUOTA_UNITS } from '../../../../tooling/capacity/aws-figures.ts';
import { START_MS } from '../../../support/functions/deliveries.ts';
import { laneAt, queueArnOf } from '../../../support/functions/lanes.ts';
import { asOperator } from '../../../support/table/as-operator.ts';
import type { Environment, Nature } from '../aws/environments.ts';
import { account, type Ending } from '../aws/lambda.ts';
import { meteredTable } from '../aws/metered-table.ts';
import { queue } from '../aws/queue.ts';
import { queueMapping } from '../aws/queue-mapping.ts';
import { stream } from '../aws/stream.ts';
import { throughput } from '../aws/throughput.ts';
import type { DeliveryWatch } from '../figures/deliveries.ts';
import { HANDLERS, type Outside } from './functions.ts';
import { hostOf, itemsOf, kindAt, type Partner } from './partners.ts';
import type { FinishedCall } from './platform.ts';
import { behaviourOf } from './receivers.ts';
import { batchSizeOf, type Without } from './without.ts';

/** The settings of the queues in the stack. */
const LANE_QUEUE = { visibilityMs: VISIBILITY_SECONDS * 1_000, maxReceives: 20 };

interface Deps {
  readonly nature: Nature;
  readonly settings: StageSettings;
  readonly partners: readonly Partner[];
  readonly watch: DeliveryWatch;
  readonly requested: (callId: string) => void;
  readonly without: Without;
}

export type Pipeline = ReturnType<typeof pipeline>;

/** Connects all parts of the pipeline as the stack does, with the settings of a stage. */
export function pipeline({ nature, settings, partners, watch, requested, without }: Deps) {
  const { timeline, chances } = nature;
  const units = throughput(timeline, TABLE_QUOTA_UNITS);
  const metered = meteredTable({
    throughput: units,
    items: partners.flatMap(itemsOf),
    onChange: (change, _before, after) => {
      if (after && change.key['SK'] === TABLE.deliverySortKey) watch.rowChanged(after);
      records.append(change);
    },
  });
  const byLane = <T>(make: (lane: Lane) => T) => new Map(LANES.map((lane) => [lane, make(lane)] as const));
  const queues = byLane(() => queue(timeline, LANE_QUEUE));
  const byHost = new Map(partners.map((partner) => [hostOf(partner), partner]));
  const undecryptable = new Set<string | undefined>();
  const counts = { decrypted: 0, mostHops: 0, sentBySweep: 0, tokens: 0 };

  const outside: Outside = {
    chances,
    metered,
    without,
    queueAt: (url) => found(queues.get(laneAt(url))),
    sent(functionName, body) {
      counts.mostHops = Math.max(counts.mostHops, hopsIn(body));
      if (functionName === 'sweep') counts.sentBySweep += 1;
    },
    canDecrypt: (partnerId) => !undecryptable.has(partnerId),
    decrypted() {
      counts.decrypted += 1;
    },
    newToken() {
      counts.tokens += 1;
      return `token-${counts.tokens}`;
    },
    sendFrom: (env) => (post) => {
      const callId = post.headers[EVENT_HEADERS.delivery] ?? '';
      watch.requested(callId);
      requested(callId);
      const kind = kindAt(found(byHost.get(post.url.host)), timeline.nowMs() - START_MS);
      const { outcome, durationMs } = behaviourOf(kind, chances);
      return env.after(durationMs, () => outcome);
    },
  };

  const until = (deadlineMs: number) => ({ getRemainingTimeInMillis: () => deadlineMs - timeline.nowMs() });
  const lambda = account(nature);
  const functionOf = <Handler>(
    name: FunctionName,
    timeoutSeconds: number,
    create: (env: Environment, outside: Outside) => Handler,
  ) =>
    lambda.add({ name, timeoutMs: timeoutSeconds * 1_000, reserved: reservedConcurrency(name, settings) }, (env) =>
      create(env, outside),
    );
  const recordCall = functionOf('record-call', TIMEOUT_SECONDS['record-call'], HANDLERS.recordCall);
  const relay = functionOf('relay', TIMEOUT_SECONDS.relay, HANDLERS.relay);
  const deliver = functionOf('deliver-webhook', TIMEOUT_SECONDS['deliver-webhook'], HANDLERS.deliver);
  const sweep = functionOf('sweep', TIMEOUT_SECONDS.sweep, HANDLERS.sweep);

  const records = stream({
    nature,
    relay: (event, then) =>
      relay(
        (handler) => handler(event),
        (end) => then(resultOf(end)),
      ),
  });
  const mappings = byLane((lane) =>
    queueMapping({
      nature,
      queue: found(queues.get(lane)),
      queueArn: queueArnOf(lane),
      batchSize: batchSizeOf(without),
      maxConcurrency: settings.deliveryConcurrency[lane],
      invoke: (event, then) =>
        deliver(
          (handler, deadlineMs) => handler(event, until(deadlineMs)),
          (end) => then(resultOf(end)),
        ),
    }),
  );
  let isSweeping = false;
  const stopLanes = () => {
    for (const mapping of mappings.values()) mapping.pause();
  };

  function sweepOnAndOn(): void {
    if (isSweeping)
      sweep(
        (handler, deadlineMs) => handler({}, until(deadlineMs)),
        () => undefined,
      );
    timeline.after(SWEEP_PERIOD_MS, sweepOnAndOn);
  }
  timeline.after(chances.between('first sweep', 0, SWEEP_PERIOD_MS), sweepOnAndOn);

  return {
    units,
    queues,
    mappings,
    records,
    counts,
    usage: lambda.usage,
    forget: metered.forget,
    record: (call: FinishedCall, then: (isRecorded: boolean) => void): void =>
      recordCall(
        (handler) => handler(call),
        (end) => then(end.kind === 'returned'),
      ),
    suspend: (partnerId: string) => setPartnerState(asOperator(metered.table), partnerId, 'suspended'),
    /** From now on, KMS does not decrypt the partner's secret. */
    breakSecret: (partnerId: string): void => void undecryptable.add(partnerId),
    mendSecret: (partnerId: string): void => void undecryptable.delete(partnerId),
    /** Starts everything behind the table: the mappings and the sweep. */
    start(): void {
      for (const part of [records, ...mappings.values()]) part.resume();
      isSweeping = true;
    },
    /** Stops everything behind the table. Stream and queues keep what they have. */
    stop(): void {
      stopLanes();
      records.pause();
      isSweeping = false;
    },
    /** Stops the mappings of the queues. */
    stopLanes,
  };
}

/** Every message is looked at, so parsing the whole body would cost too much. */
const hopsIn = (body: string) => Number(/"hops":(\d+)/.exec(body)?.[1]);

const resultOf = <R>(end: Ending<R>): R | undefined => (end.kind === 'returned' ? end.result : undefined);

function found<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('The simulation lacks a part');
  return value;
}
