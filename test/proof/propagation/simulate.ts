import * as z from 'zod';
import type { Invoke, VoicePlatform, VoicePlatformOptions } from '../../../clients/voice-platform/src/index.ts';
import { createHandler as createLineForCall } from '../../../functions/line-for-call/handler.ts';
import { createHandler as createUpdateAgent } from '../../../functions/update-agent/handler.ts';
import { exchange } from '../../support/functions/endpoint-call.ts';
import { lineWorld } from '../../support/functions/line-world.ts';
import { silent } from '../../support/functions/telemetry.ts';
import { intercepted } from '../../support/table/faulty.ts';
import { memoryTable } from '../memory-table/memory-table.ts';
import { chances } from '../virtual-time/chances.ts';
import { timeline } from '../virtual-time/timeline.ts';
import { createWatch } from './watch.ts';

/** What the platform of a run is like. What is absent is drawn from the seed. */
export interface Run {
  readonly seed: number;
  readonly create: (options: VoicePlatformOptions) => VoicePlatform;
  readonly lines?: number;
  readonly outageMinutes?: number;
}

/** How the service is away: the table responds with errors, or functions do not run or do not respond at all. */
const OUTAGES = ['table', 'not invoked', 'silent'] as const;

const MINUTE_MS = 60_000;
/**
 * How long the simulation runs before the outage. By then, the client has a copy of each line, or the copy has expired
 * again.
 */
const BEFORE_MS = 4 * MINUTE_MS;
const AFTER_MS = 3 * MINUTE_MS;
/** After an outage, copies must be fresh within this time. */
const RECOVERED_AFTER_MS = 5_000;

const responseOf = z.looseObject({ agent: z.looseObject({ greeting: z.coerce.number() }) });

/** Simulates a voice platform whose lines change while they are called, with an outage of the service in the middle. */
export async function simulate({ seed, create, lines, outageMinutes }: Run) {
  const chance = chances(seed);
  const time = timeline(0);
  const kind = chance.pick('outage', OUTAGES);
  const outage = {
    fromMs: BEFORE_MS,
    untilMs: BEFORE_MS + MINUTE_MS * (outageMinutes ?? chance.pick('length', [3, 30])),
  };
  const endMs = outage.untilMs + AFTER_MS;
  const isAway = () => outage.fromMs <= time.nowMs() && time.nowMs() < outage.untilMs;
  const wait = (ms: number) => new Promise<void>((resolve) => time.after(ms, resolve));
  const watch = createWatch(time.nowMs, outage);
  const counts = { calls: 0, changes: 0, lookUps: 0, killed: 0 };
  const killedShare = chance.pick('killed', [0, 0.02, 0.1]);
  const service = await startService(lines ?? chance.between('lines', 1, 30));

  const invoke: Invoke = async (_, { tenantId, purpose }) => {
    const beganAtMs = time.nowMs();
    const line = String(tenantId);
    counts.lookUps += 1;
    try {
      await wait(chance.between('way there', 5, 25));
      if (isAway() && kind === 'silent') await new Promise(() => undefined);
      if (isAway() && kind === 'not invoked') throw new Error('The function is not invoked');
      if (chance.fraction('killed') < killedShare) {
        counts.killed += 1;
        throw new Error('The function was killed');
      }
      const response = await service.lookUp({ tenantId, purpose });
      await wait(chance.between('way back', 5, 25));
      watch.lookedUp(line, beganAtMs);
      return response;
    } catch (error) {
      watch.failed(line);
      throw error;
    }
  };
  const platform = create({
    ...{ invoke, now: time.nowMs, wait, random: () => chance.fraction('client') },
    onLookUpFailed: (_, { tenantId }) => tenantId !== undefined && watch.failed(tenantId),
  });

  async function call(tenantId: string): Promise<void> {
    counts.calls += 1;
    const heard = watch.call(tenantId);
    const found = responseOf.safeParse(await platform.lineForCall({ tenantId }).catch(() => undefined));
    heard(found.data?.agent.greeting);
  }

  /** Lets something happen to a line again and again, at random times. */
  function often(name: string, everyMs: number, act: () => Promise<void>): void {
    const next = () => {
      void act();
      time.after(chance.between(name, 1, 2 * everyMs), next);
    };
    time.after(chance.between(name, 1, 2 * everyMs), next);
  }

  for (const tenantId of service.tenantIds) {
    let count = 0;
    // From a call every few seconds to one in several minutes.
    often('call', chance.pick('busy', [5_000, 45_000, 120_000, 400_000]), () => call(tenantId));
    often('change', chance.pick('edited', [20_000, 90_000, 600_000]), async () => {
      if (!(await service.change(tenantId, count + 1))) return;
      count += 1;
      counts.changes += 1;
      watch.changed(tenantId, count);
    });
  }
  if (kind === 'table') {
    time.after(outage.fromMs, () => service.setTableAway(true));
    time.after(outage.untilMs, () => service.setTableAway(false));
  }
  time.after(outage.untilMs + RECOVERED_AFTER_MS, watch.recovered);
  await time.run(endMs);
  return { seed, broken: watch.broken, ...counts };
}

/**
 * The functions `line-for-call` and `update-agent` on a table in memory, with lines whose greeting is a counter. So
 * a look-up shows how many changes the settings have had.
 */
async function startService(lines: number) {
  const stored = memoryTable({ onChange: () => undefined });
  let isTableAway = false;
  const table = intercepted(stored, (command) =>
    isTableAway ? Promise.reject(new Error('The table does not respond')) : stored.db.send(command),
  );
  const { partnerId, line } = await lineWorld(table);
  const tenantIds: string[] = [];
  for (let n = 0; n < lines; n += 1) tenantIds.push(await line({ agent: { greeting: '0' } }));
  const updateAgent = createUpdateAgent({ ...silent, table });
  return {
    tenantIds,
    lookUp: createLineForCall({ ...silent, table }),
    /** Returns whether the change was stored. */
    async change(tenantId: string, count: number): Promise<boolean> {
      const { status } = await exchange(updateAgent, { partnerId, tenantId, body: { greeting: String(count) } });
      return status === 200;
    },
    setTableAway(isAway: boolean): void {
      isTableAway = isAway;
    },
  };
}
