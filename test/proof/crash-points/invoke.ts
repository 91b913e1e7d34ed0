import { unsealed } from '../../support/aws/fake-kms.ts';
import { ALWAYS, broken, requestsWereClaimed, settledStays, staysHome } from '../invariants.ts';
import { tableView } from '../table-view.ts';
import { type Outside, outsideOf } from './outside.ts';
import { invocation } from './script.ts';
import type { World } from './world.ts';

/** The end of one invocation as its caller sees it. */
export type Ended<T> =
  | { readonly kind: 'response'; readonly value: T }
  | { readonly kind: 'failed'; readonly error: unknown }
  /** The caller got no response. The invocation may be dead or alive. */
  | { readonly kind: 'gone' };

/** Runs a function once in a world whose script may make calls fail. Checks the whole table afterwards. */
export async function invoke<T>(world: World, run: (outside: Outside) => Promise<T>): Promise<Ended<T>> {
  const { givenUp, died, heldToTheEnd, ...ways } = invocation(world.script);
  if (world.script.isOn) world.invocations += 1;
  const ended = run(outsideOf(world, ways)).then(
    (value): Ended<T> => ({ kind: 'response', value }),
    (error: unknown): Ended<T> => ({ kind: 'failed', error }),
  );
  const gone = (): Ended<T> => ({ kind: 'gone' });
  const outcome = await Promise.race([ended, givenUp.then(gone)]);
  if (outcome.kind === 'gone') world.abandoned.push({ over: Promise.race([ended, died]), heldToTheEnd });
  look(world);
  return outcome;
}

/** Checks the rules that must hold after every step, and records each broken one in `world.problems`. */
export function look(world: World): void {
  const steps = world.table.changes.length + world.received.length;
  if (steps === world.seenAtStep) return;
  const table = tableView(world.table.items());
  const requests = new Map<string, number>();
  for (const { callId } of world.received) requests.set(callId, (requests.get(callId) ?? 0) + 1);
  world.problems.push(
    ...broken(ALWAYS, table, world.tolerated),
    ...settledStays(world.seen, table),
    ...requestsWereClaimed(table, requests),
    ...world.canaries.flatMap(({ text, home }) => staysHome(table, text, home)),
  );
  for (const { ciphertext } of table.secrets) world.signers.add(unsealed(ciphertext));
  world.seen = table;
  world.seenAtStep = steps;
}
