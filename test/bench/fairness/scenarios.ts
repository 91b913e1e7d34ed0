import { setTimeout as sleep } from 'node:timers/promises';
import type { Figure } from '../figure.ts';
import { quantile } from '../statistics.ts';
import { EXTENTS, type Extent } from './extent.ts';
import type { FairnessWorld } from './world.ts';

/** One way in which a partner could delay others, and what of it is measured. */
export interface FairnessScenario {
  readonly name: string;
  readonly unit: string;
  readonly goal: NonNullable<Figure['goal']>;
  readonly flags?: readonly string[];
  /** Left out of the short form, because the other scenarios run the same code. */
  readonly isLong?: true;
  readonly measure: (world: FairnessWorld, extent: Extent) => Promise<number>;
}

const BURST = EXTENTS.usual.burst.toLocaleString('en');

const longest = (waitsSeconds: readonly number[]) => Math.max(...waitsSeconds);

export const SCENARIOS: readonly FairnessScenario[] = [
  {
    name: 'one partner begins to hang at 100 calls/s: longest wait of the other partners',
    isLong: true,
    unit: 's',
    goal: { atMost: 1.5 },
    async measure(world, { secondsPerSecond }) {
      const [hanging] = await world.partners([world.receivers.hangingUrl]);
      const others = await world.beside(
        sleep(1_000 * secondsPerSecond).then(() => world.steadily(only(hanging), 100, 12 * secondsPerSecond)),
      );
      return longest(await world.waitsOf(others));
    },
  },
  {
    name: `${BURST} calls of a hanging partner, then 10 calls of a healthy partner: longest wait of these 10`,
    isLong: true,
    unit: 's',
    goal: { atMost: 2 },
    async measure(world, { burst }) {
      const [hanging, healthy] = await world.partners([world.receivers.hangingUrl, world.receivers.urlOf(0)]);
      await world.atOnce(only(hanging), burst);
      return longest(await world.waitsOf(await world.atOnce(only(healthy), 10)));
    },
  },
  {
    name: `while ${BURST} calls of a hanging partner are in the queue: longest wait of a partner that responds in 4 s`,
    isLong: true,
    unit: 's',
    goal: { atMost: 15 },
    async measure(world, { burst, secondsPerSecond }) {
      const [dead, late] = await world.partners([world.receivers.hangingUrl, world.receivers.lateUrl(4_000)]);
      await world.waitsOf(await world.atOnce(only(late), 1));
      await world.atOnce(only(dead), burst);
      return longest(await world.waitsOf(await world.steadily(only(late), 2, 10 * secondsPerSecond)));
    },
  },
  {
    name: 'ten partners with 4 calls/s each begin to hang in the same second: p99 of the waits of 90 healthy partners',
    unit: 's',
    goal: { atMost: 2 },
    async measure(world, { hangingPartners, besidePartners, secondsPerSecond }) {
      const { receivers } = world;
      await receivers.setDoor('open');
      const hanging = await world.partners(Array.from({ length: hangingPartners }, () => receivers.doorUrl));
      const healthy = await world.partners(Array.from({ length: besidePartners }, (_, n) => receivers.urlOf(n)));
      const load = Promise.all([
        world.steadily(hanging, 40, 15 * secondsPerSecond),
        world.steadily(healthy, 45, 15 * secondsPerSecond),
      ]);
      await sleep(3_000 * secondsPerSecond);
      await receivers.setDoor('close');
      const closedAtMs = world.clockMs();
      const [, recorded] = await load;
      return quantile(await world.waitsOf(recorded.filter(({ plannedAtMs }) => plannedAtMs >= closedAtMs)), 0.99);
    },
  },
  {
    name: `${BURST} calls of a partner that responds in 2.9 s: longest wait of the other partners`,
    isLong: true,
    unit: 's',
    goal: { atMost: 2 },
    async measure(world, { burst }) {
      const [late] = await world.partners([world.receivers.lateUrl(2_900)]);
      return longest(await world.waitsOf(await world.beside(world.atOnce(only(late), burst))));
    },
  },
  {
    name: 'rate of attempts to a receiver that hung and works again ÷ to a receiver that never hung',
    unit: '',
    goal: { atLeast: 0.5 },
    async measure(world, extent) {
      const undisturbed = await drainRate(world, { url: world.receivers.urlOf(0), mapping: 'deliver' }, extent);
      const back = await drainRate(world, { url: world.receivers.doorUrl, mapping: 'deliver-hung' }, extent);
      return back / undisturbed;
    },
  },
  {
    name: 'thousands of retries of a suspended partner wait: longest wait of the other partners',
    unit: 's',
    goal: { atMost: 2 },
    flags: ['--retry-base-seconds', '20'],
    async measure(world, { suspended, secondsPerSecond }) {
      const [failing] = await world.partners([world.receivers.statusUrl(503)]);
      const recorded = await world.atOnce(only(failing), suspended);
      await world.waitsOf(recorded);
      await world.suspend(failing?.partnerId ?? '');
      return longest(await world.waitsOf(await world.beside(sleep(40_000 * secondsPerSecond))));
    },
  },
];

const only = <Partner>(partner: Partner | undefined): readonly Partner[] => (partner === undefined ? [] : [partner]);

/** Returns the first attempts per second of a lane that starts while wake-ups of a healthy receiver wait. */
async function drainRate(
  world: FairnessWorld,
  { url, mapping }: { readonly url: string; readonly mapping: string },
  { waiting, secondsPerSecond }: Extent,
): Promise<number> {
  const partners = await world.partners([url]);
  if (mapping === 'deliver-hung') {
    // The hung lane needs a marked partner, and an attempt that hangs marks the partner.
    await world.receivers.setDoor('close');
    await world.waitsOf(await world.atOnce(partners, 1));
    await sleep(6_000 * secondsPerSecond);
  }
  await world.mapping('disable', mapping);
  const recorded = await world.atOnce(partners, waiting);
  await sleep(1_000 * secondsPerSecond);
  await world.receivers.setDoor('open');
  const fromMs = world.clockMs();
  const enabling = world.mapping('enable', mapping);
  const untilMs = await world.requested(recorded, waiting);
  await enabling;
  return waiting / ((untilMs - fromMs) / 1_000);
}
