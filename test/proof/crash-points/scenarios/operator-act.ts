import { keys } from '../../../../shared/store/table/keys.ts';
import { Problem } from '../../../../tooling/command-line/problem.ts';
import { command, type Told } from '../clients.ts';
import { look } from '../invoke.ts';
import type { Outside } from '../outside.ts';
import { type Scenario, scenario, wrongIf } from '../scenario.ts';
import type { World } from '../world.ts';
import { aSubscriber } from './given.ts';

export type Ids = Awaited<ReturnType<typeof aSubscriber>>;
type Row = Readonly<Record<string, unknown>> | undefined;

interface Act<T> {
  readonly name: string;
  readonly before?: (world: World, ids: Ids) => Promise<unknown>;
  readonly run: (outside: Outside, ids: Ids, world: World) => Promise<T>;
  /** Tells whether the items show the effect of the command. */
  readonly isDone: (
    items: { readonly partner: Row; readonly line: Row },
    told: Told<T | Problem>,
    world: World,
  ) => boolean;
  /** Whether a retry may be rejected, because nothing is left to do. */
  readonly rejectsAgain?: boolean;
}

/** A scenario with an operator command for a partner that has a webhook and a line. */
export const act = <T>({ name, before, run, isDone, rejectsAgain = false }: Act<T>): Scenario =>
  scenario({
    name,
    given: async (world) => {
      const ids = await aSubscriber(world);
      await before?.(world, ids);
      look(world);
      return { ...ids, entriesBefore: world.seen.auditEntries.length };
    },
    act: (world, ids) => command(world, (outside) => run(outside, ids, world)),
    judge: async (world, { partnerId, tenantId, entriesBefore }, told) => {
      const { seen } = world;
      const { last, tries } = told;
      const entries = seen.auditEntries.length - entriesBefore;
      const items = { partner: seen.at(keys.partner(partnerId)), line: seen.at(keys.line(tenantId)) };
      return [
        ...wrongIf(!isDone(items, told, world), `it is not done: ${JSON.stringify(items)}`),
        // The operator's own retry of a command is another change with another entry.
        ...wrongIf(entries < 1 || entries > tries, `${entries} entries in the audit trail after ${tries} tries`),
        ...wrongIf(last instanceof Problem && !(rejectsAgain && tries > 1), `rejected: ${String(last)}`),
      ];
    },
  });
