import { isDeepStrictEqual } from 'node:util';
import type { Action } from '../../../shared/contract/routes.ts';
import { exchange } from '../../support/functions/endpoint-call.ts';
import type { Version } from '../../support/functions/version.ts';
import { done } from '../crash-points/clients.ts';
import type { Shift } from '../crash-points/scenario.ts';
import { around, type World } from '../crash-points/world.ts';
import type { BothVersions } from '../simulation/rollout.ts';

/** In which order two versions run the crash points. */
export function shiftsOf(both: BothVersions): Readonly<Record<string, Shift>> {
  const { this: now, previous } = both;
  const inspect = differentReads(both);
  return {
    'after the shift': { given: previous, after: always(now), inspect },
    'after a rollback': { given: now, after: always(previous), inspect },
    'during the shift': { given: previous, after: inTurn(previous, now), inspect },
    'during a rollback': { given: now, after: inTurn(now, previous), inspect },
  };
}

const always = (one: Version) => () => () => one;

/** The two versions take turns with the invocations. */
const inTurn = (first: Version, second: Version) => () => {
  let invocations = 0;
  return () => {
    invocations += 1;
    return invocations % 2 === 1 ? first : second;
  };
};

const OF_PARTNER = ['whoami', 'list-tenants', 'get-webhook'] as const satisfies readonly Action[];
const OF_LINE = ['get-tenant', 'get-agent', 'list-calls'] as const satisfies readonly Action[];

/** Lets both versions read all that partners can read. Returns a sentence for each response in which they differ. */
const differentReads =
  (both: BothVersions) =>
  async (world: World): Promise<readonly string[]> => {
    const { partners, delegations } = world.seen;
    const reads = [
      ...partners.flatMap(({ partnerId }) => OF_PARTNER.map((action) => ({ action, about: { partnerId } }))),
      ...delegations.flatMap(({ partnerId, tenantId }) =>
        OF_LINE.map((action) => ({ action, about: { partnerId, tenantId } })),
      ),
    ];
    const problems = await Promise.all(
      reads.map(async ({ action, about }) => {
        const respond = (version: Version) =>
          done(world, (outside) => exchange(version.endpoint(action, { ...outside, ...around(world) }), about));
        const [now, before] = await Promise.all([respond(both.this), respond(both.previous)]);
        const isSame = now.status === before.status && now.status < 500 && agree(now.body, before.body);
        return isSame ? [] : [`${action} differs between versions: ${now.text} was ${before.text}`];
      }),
    );
    return problems.flat();
  };

/** Tells whether two values agree in the fields that both have. A version may add fields. */
function agree(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((entry, index) => agree(entry, other[index]));
  if (!isObject(one) || !isObject(other)) return isDeepStrictEqual(one, other);
  return Object.keys(one).every((name) => !(name in other) || agree(one[name], other[name]));
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
