import { randomInt } from 'node:crypto';
import * as z from 'zod';
import type { Delivery } from '../../clients/sandbox/src/types.ts';
import { rowWithLog } from '../../operator/deliveries/delivery-rows.ts';
import { invoke } from '../../operator/invoke.ts';
import { findDelivery, listDeliveries } from '../../operator/records/delivery-queries.ts';
import type { Target } from '../../operator/target.ts';
import { ROUTES } from '../../shared/contract/routes.ts';
import { finishedCallInFile } from '../../shared/domain/calls/finished-call.ts';
import { DELIVERY_STATUSES, type DeliveryStatus } from '../../shared/domain/deliveries/delivery.ts';
import { lineForCallResponse } from '../../shared/domain/lines/line-for-call.ts';
import { describeRequirement } from '../../shared/domain/requests/requirement.ts';
import { findLine } from '../../shared/store/lines/lines.ts';
import { Problem } from '../../tooling/command-line/problem.ts';
import { advanceTime } from './advance-time.ts';
import type { ControlCommand } from './control-port.ts';
import { deliveryReader } from './delivery-reader.ts';
import {
  type CallerDisruption,
  DISRUPTIONS,
  type Disguise,
  type Disruptions,
  isCallerDisruption,
} from './disruptions.ts';
import type { ClockMove } from './moved-clock.ts';
import type { Run } from './operator.ts';
import type { CreatePartner } from './partners.ts';

export interface World {
  readonly target: Target;
  readonly run: Run;
  readonly createPartner: CreatePartner;
  readonly disruptions: Disruptions;
  /** Prepares a kind of caller whose requests fail. */
  readonly disguiseOf: (kind: CallerDisruption) => Promise<Disguise>;
  readonly move: ClockMove;
  /** Wakes every delivery that is due now. */
  readonly sweep: () => Promise<void>;
  readonly reset: () => Promise<void>;
}

const whyInvalid = (issue: z.core.$ZodRawIssue) =>
  issue.code === 'unrecognized_keys' ? `There is no field "${issue.keys.join('", "')}"` : describeRequirement(issue);

const command = <Options extends z.ZodType>(
  options: Options,
  act: (given: z.output<Options>) => unknown,
): ControlCommand => ({ respond: async (given) => act(options.parse(given, { error: whyInvalid })) });

const none = z.object({});
const id = z.string().min(1);
const ofPartner = z.object({ partnerId: id });
const ofLine = z.object({ tenantId: id });
const ofCall = z.object({ callId: id });
/**
 * The options of a new call. The schema is strict, because the sandbox would otherwise ignore a misspelt field and use a
 * default.
 */
const ofNewCall = z.strictObject({ tenantId: id, ...finishedCallInFile.shape, summary: z.string().optional() });
/** A path of the API. A disruption with any other path would never happen. */
const pathOfApi = z.string().refine(isPathOfApi, 'must be a path of the API, such as /v1/tenants');
const DEFAULT_CALL = { summary: 'The caller wants a table for two at seven.', callType: 'phone', durationSecs: 42 };

export function controlCommands(world: World): Readonly<Record<string, ControlCommand>> {
  const { target, run, disruptions } = world;
  const oneAfterTheOther = clockMoveQueue();
  return {
    createPartner: command(
      z.strictObject({
        name: z.string().min(1).optional(),
        quota: z.int().min(0).optional(),
        webhookUrl: z.string().optional(),
      }),
      (about) => world.createPartner(about),
    ),
    recordCall: command(ofNewCall, async ({ tenantId, ...call }) => {
      const [recorded] = await run('call record', { tenant: tenantId, file: '-' }, { ...DEFAULT_CALL, ...call });
      const line = await findLine(target.table, tenantId);
      return { callId: recorded?.callId, lineStatus: line?.status };
    }),
    deliveries: command(
      z.object({
        callId: z.string().optional(),
        partnerIds: z.array(z.string()).default([]),
        status: z.enum(DELIVERY_STATUSES).optional(),
      }),
      (filter) => findDeliveries(target, filter),
    ),
    replay: command(ofCall, ({ callId }) => discardResult(run('delivery replay', { call: callId }))),
    suspendPartner: command(ofPartner, ({ partnerId }) =>
      discardResult(run('partner suspend', { partner: partnerId })),
    ),
    activatePartner: command(ofPartner, ({ partnerId }) =>
      discardResult(run('partner activate', { partner: partnerId })),
    ),
    rotateKey: command(ofPartner, async ({ partnerId }) => {
      const { apiKey } = await run('key rotate', { partner: partnerId });
      return { apiKey };
    }),
    rotateSecret: command(ofPartner, ({ partnerId }) => discardResult(run('secret rotate', { partner: partnerId }))),
    attachNumber: command(
      ofLine.extend({ number: z.string().min(1).optional() }),
      async ({ tenantId, number = randomNumber() }) => {
        await run('line attach-number', { tenant: tenantId, number });
        return { number };
      },
    ),
    releaseNumber: command(ofLine, ({ tenantId }) => discardResult(run('line release-number', { tenant: tenantId }))),
    lineForCall: command(
      z.object({ tenantId: z.string().optional(), number: z.string().optional() }),
      async (which) => {
        const { LineForCallFunctionName = '' } = target.outputs;
        const response = lineForCallResponse.parse(await invoke(target, LineForCallFunctionName, which));
        if ('refused' in response) throw new Problem(response.refused.message);
        return response;
      },
    ),
    now: command(none, () => target.nowMs()),
    advanceTime: command(z.object({ byMs: z.number().min(0) }), ({ byMs }) =>
      oneAfterTheOther(() => advanceTime(clockOf(world), byMs)),
    ),
    fail: command(
      z.strictObject({
        kind: z.literal(DISRUPTIONS),
        path: pathOfApi.optional(),
        times: z.int().min(1).optional(),
      }),
      async (order) => {
        const { kind } = order;
        return disruptions.order(order, isCallerDisruption(kind) ? await world.disguiseOf(kind) : undefined);
      },
    ),
    stopFailing: command(z.object({ id: z.int() }), ({ id }) => discardResult(disruptions.stop(id))),
    reset: command(none, () => oneAfterTheOther(world.reset)),
  };
}

/** Reports whether the text is a path that a request can have, or the path of a route in `ROUTES`. */
function isPathOfApi(path: string): boolean {
  return ROUTES.some((route) => new RegExp(`^${route.path.replaceAll(/{[^}]+}/g, '[^/]+')}$`).test(path));
}

const clockOf = ({ target, move, sweep }: World) => ({
  ...deliveryReader(target.table, target.sweepPeriodMs),
  nowMs: target.nowMs,
  moveBy: (ms: number) => move.moveTo(move.movedMs() + ms),
  sweep,
  sleepMs: target.sleepMs,
});

interface Filter {
  readonly callId?: string | undefined;
  readonly partnerIds: readonly string[];
  readonly status?: DeliveryStatus | undefined;
}

async function findDeliveries({ table, nowMs }: Target, { callId, partnerIds, status }: Filter): Promise<Delivery[]> {
  const matches = (row: { status: DeliveryStatus }) => status === undefined || row.status === status;
  const found =
    callId === undefined
      ? (await Promise.all(partnerIds.map((partnerId) => listDeliveries(table, partnerId, { matches })))).flat()
      : [await findDelivery(table, callId)].filter((row) => row !== undefined).filter(matches);
  return found.map((row) => rowWithLog(row, nowMs()));
}

/** Returns a phone number for tests. No subscriber in North America has the area code 555. */
const randomNumber = () => `+1555${String(randomInt(10_000_000)).padStart(7, '0')}`;

/** Returns null instead of a result, because tests must not see what is for operators. */
async function discardResult(work: unknown): Promise<null> {
  await work;
  return null;
}

/**
 * Returns a function that runs each clock move or reset only after the previous one has ended. Overlapping moves would
 * disturb each other's attempts.
 */
function clockMoveQueue() {
  let last: Promise<unknown> = Promise.resolve();
  return <Result>(act: () => Promise<Result>): Promise<Result> => {
    const result = last.then(act, act);
    last = result.catch(() => undefined);
    return result;
  };
}
