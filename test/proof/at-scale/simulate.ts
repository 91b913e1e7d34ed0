import { stageSettings } from '../../../lib/stages.ts';
import { wakeUp } from '../../../shared/delivery/wake-ups/queue.ts';
import { LANES } from '../../../shared/domain/deliveries/lane.ts';
import { SWEEP_PERIOD_MS } from '../../../shared/domain/deliveries/sweep-period.ts';
import { START_MS } from '../../support/functions/deliveries.ts';
import { chances as newChances } from '../virtual-time/chances.ts';
import { timeline as newTimeline } from '../virtual-time/timeline.ts';
import { deliveryWatch } from './figures/deliveries.ts';
import { drains } from './figures/drains.ts';
import { type Gauge, overTime } from './figures/over-time.ts';
import { type Act, MINUTE_MS, type Scenario } from './scenarios/scenario.ts';
import { type Partner, partnerOf } from './world/partners.ts';
import { type Pipeline, pipeline } from './world/pipeline.ts';
import { platform } from './world/platform.ts';
import { settingsOf, type Without } from './world/without.ts';

/** A wake-up may be on its way for twenty minutes at most, with its delay and one receive that came to nothing. */
const FORGOTTEN_AFTER_MS = 20 * MINUTE_MS;

export type Run = Awaited<ReturnType<typeof simulate>>;

/** Simulates one scenario, with the real handlers in virtual time, perhaps without some mechanisms. */
export async function simulate(
  { groups, load, acts = [], lengthMs, parts, stage = 'prod' }: Scenario,
  seed: number,
  without: Without = new Set(),
) {
  const timeline = newTimeline(START_MS);
  const chances = newChances(seed);
  const partners = partnersOf(groups);
  const roles = new Map(partners.map(({ partnerId, role }) => [partnerId, role]));
  const partAt = (nowMs: number) => parts?.findLast(({ fromMs }) => nowMs - START_MS >= fromMs)?.name ?? 'all';
  const watch = deliveryWatch({ timeline, roleOf: (partnerId) => roles.get(partnerId) ?? '', partAt });
  const drain = drains(timeline);
  const pipe = pipeline({
    nature: { timeline, chances },
    settings: settingsOf(stageSettings(stage), without),
    partners,
    watch,
    requested: drain.requested,
    without,
  });
  const beginDrain = (role: string) => drain.begin(role, watch.overdue(timeline.nowMs(), role));
  const perform = performer(partners, pipe, beginDrain);
  const voice = platform({ timeline, chances, record: pipe.record });
  pipe.start();
  const gauges = overTime(timeline, gaugesOf(pipe));

  for (const one of load) {
    const ofRoles = partners.filter(({ role }) => one.roles?.includes(role) ?? true);
    voice.run(one, ofRoles);
  }
  for (const act of acts) timeline.after(act.atMs, () => perform(act));
  function forgetSettled(): void {
    watch.forgetSettled(timeline.nowMs() - FORGOTTEN_AFTER_MS, pipe.forget);
    timeline.quietlyAfter(MINUTE_MS, forgetSettled);
  }
  forgetSettled();

  await timeline.run(START_MS + lengthMs);
  watch.countUnsent();
  return {
    seed,
    lengthMs,
    watch,
    gauges,
    drains: drain.begun,
    pipe,
    calls: voice.counts,
    pending: watch.pending.size,
    lost: lostIn(pipe, watch.overdue(timeline.nowMs() - 2 * SWEEP_PERIOD_MS)),
  };
}

function partnersOf(groups: Scenario['groups']): Partner[] {
  const all: Partner[] = [];
  for (const group of groups)
    for (let index = 0; index < group.partners; index += 1) all.push(partnerOf(all.length + 1, group));
  return all;
}

/** Returns how many of the overdue deliveries no message will wake, although the sweep had time to send one. */
function lostIn({ queues }: Pipeline, overdue: readonly string[]): number {
  if (overdue.length === 0) return 0;
  const woken = new Set([...queues.values()].flatMap((queue) => queue.bodies().map(callIdIn)));
  return overdue.filter((callId) => !woken.has(callId)).length;
}

const callIdIn = (body: string) => wakeUp.parse(JSON.parse(body)).callId;

function gaugesOf({ queues, mappings, records, usage }: Pipeline): Gauge[] {
  return [
    ...LANES.flatMap((lane): Gauge[] => [
      { name: `${lane} queue, visible messages`, read: () => queues.get(lane)?.visible() ?? 0 },
      { name: `${lane} queue, messages in flight`, read: () => queues.get(lane)?.inFlight() ?? 0 },
      {
        name: `${lane} lane, slots in use`,
        read: () => mappings.get(lane)?.slotsInUse() ?? 0,
        limit: mappings.get(lane)?.maxConcurrency ?? 0,
      },
    ]),
    { name: 'age of the oldest stream record, ms', read: records.ageMs },
    ...[...usage].map(
      ([name, { inUse: _ }]): Gauge => ({ name: `${name}, concurrency`, read: () => usage.get(name)?.inUse ?? 0 }),
    ),
  ];
}

/** Returns a function that performs the acts of a scenario. */
const performer =
  (partners: readonly Partner[], pipe: Pipeline, beginDrain: (role: string) => void) =>
  (act: Act): void => {
    const idsOf = (ofRole: string) => partners.flatMap(({ role, partnerId }) => (role === ofRole ? [partnerId] : []));
    switch (act.act) {
      case 'stop pipeline':
        pipe.stop();
        break;
      case 'stop lanes':
        pipe.stopLanes();
        break;
      case 'start pipeline':
        pipe.start();
        break;
      case 'measure drain':
        beginDrain(act.role);
        break;
      case 'suspend':
        for (const partnerId of idsOf(act.role)) void pipe.suspend(partnerId);
        break;
      case 'break secrets':
        idsOf(act.role).forEach(pipe.breakSecret);
        break;
      case 'mend secrets':
        idsOf(act.role).forEach(pipe.mendSecret);
    }
  };
