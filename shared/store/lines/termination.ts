import { ALREADY_TERMINATED, CARRIER_RELEASE_FAILED } from '../../contract/failures.ts';
import { notDelegatedFailure } from '../../domain/lines/delegation.ts';
import { failure } from '../../domain/requests/failure.ts';
import type { Table } from '../table/connect.ts';
import { keys } from '../table/keys.ts';
import {
  type Reason,
  remove,
  throwIfContended,
  transact,
  update,
  type Write,
  withConflictRetries,
} from '../table/transactions.ts';
import { externalIdReleaseWrite } from './external-id.ts';
import { type Line, line } from './item.ts';
import { subtractLineWrite } from './quota.ts';

/** The ids that the keys of a line's items contain. */
export type LineNames = Pick<Line, 'partnerId' | 'tenantId' | 'externalId'>;

export interface Termination {
  readonly reason: string | undefined;
  readonly purge: boolean;
  readonly nowMs: number;
  /** One random token per request. It shows that this request wrote an item, even if the response was lost. */
  readonly token: string;
}

type Outcome =
  | { readonly kind: 'terminated'; readonly terminatedAt: string }
  | { readonly kind: 'numberAttached' | 'terminatedBefore' };

interface Release {
  readonly purge: boolean;
  /** See `Termination.token`. */
  readonly token: string;
  /** The entry of the audit trail, if an operator releases the line. It is stored in the same transaction. */
  readonly entry?: Write | undefined;
}

/**
 * First step of a termination: unless a number is attached, marks the line as terminated and subtracts it from the
 * partner's count of lines. Stores whether to purge the line, so that any later request can complete the termination
 * with `releaseLine`.
 */
export function terminateLine(table: Table, names: LineNames, termination: Termination): Promise<Outcome> {
  const terminatedAt = new Date(termination.nowMs).toISOString();
  return withConflictRetries(async () => {
    const cancelled = await transact(table, terminationWrites(names, termination, terminatedAt));
    if (!cancelled) return { kind: 'terminated', terminatedAt };
    throwIfContended(cancelled);
    const found = lineIn(cancelled.line);
    if (found?.terminatedBy === termination.token) return { kind: 'terminated', terminatedAt };
    if (found?.status === 'terminated') return { kind: 'terminatedBefore' };
    if (found?.number !== undefined) return { kind: 'numberAttached' };
    throw new Error('A line and its delegation have different states');
  }, table.pacing);
}

export const carrierReleaseFailure = () => failure(CARRIER_RELEASE_FAILED);

function terminationWrites(
  { partnerId, tenantId }: LineNames,
  { reason, purge, token }: Termination,
  terminatedAt: string,
) {
  const end = 'SET #status = :terminated, #terminatedAt = :terminatedAt';
  const values = { ':terminated': 'terminated', ':active': 'active', ':terminatedAt': terminatedAt };
  return {
    line: update(keys.line(tenantId), {
      update: `${end}, #purge = :purge, #terminatedBy = :token${reason === undefined ? '' : ', #terminationReason = :reason'}`,
      condition: { isActive: '#status = :active', hasNoNumber: 'attribute_not_exists(#number)' },
      values: { ...values, ':purge': purge, ':token': token, ':reason': reason },
    }),
    delegation: update(keys.delegation(partnerId, tenantId), {
      update: end,
      condition: { isActive: '#status = :active' },
      values,
    }),
    partner: subtractLineWrite(partnerId),
  };
}

/**
 * Second step of a termination: makes the externalId of the terminated line available again and ends the partner's
 * access to the line. If this request or the first step has `purge`, also deletes agent settings and integrations. A line is
 * released only once. Its record and its calls stay.
 */
export const releaseLine = (table: Table, names: LineNames, release: Release): Promise<'released' | 'releasedBefore'> =>
  withConflictRetries(async () => {
    const cancelled = await transact(table, releaseWrites(names, release));
    if (!cancelled) return 'released';
    throwIfContended(cancelled);
    const found = lineIn(cancelled.line);
    if (found?.releasedBy !== undefined) return found.releasedBy === release.token ? 'released' : 'releasedBefore';
    if (found?.purge && !release.purge) return releaseLine(table, names, { ...release, purge: true });
    throw new Error('Only a terminated line can be released');
  }, table.pacing);

/** Returns the failure of a DELETE of a terminated line. `release` is what `releaseLine` returned to this DELETE. */
export const repeatedDeleteFailure = (release: Awaited<ReturnType<typeof releaseLine>>) =>
  release === 'released' ? failure(ALREADY_TERMINATED) : notDelegatedFailure();

function releaseWrites(names: LineNames, { purge, token, entry }: Release) {
  const { partnerId, tenantId } = names;
  const purged = purge ? ', #purge = :purge REMOVE #integrations' : '';
  return {
    line: update(keys.line(tenantId), {
      update: `SET #releasedBy = :token${purged}`,
      condition: {
        isTerminated: '#status = :terminated',
        isNotReleased: 'attribute_not_exists(#releasedBy)',
        /**
         * A release without `purge` must fail if the line was terminated with `purge`. After the failure, `releaseLine`
         * retries the release with `purge`.
         */
        ...(purge ? {} : { nothingToPurge: 'attribute_not_exists(#purge) OR #purge = :purge' }),
      },
      values: { ':terminated': 'terminated', ':token': token, ':purge': purge },
    }),
    delegation: remove(keys.delegation(partnerId, tenantId)),
    externalId: externalIdReleaseWrite(names),
    agent: purge ? remove(keys.agent(tenantId)) : undefined,
    owner: purge ? remove(keys.owner(tenantId)) : undefined,
    entry,
  };
}

const lineIn = (reason: Reason): Line | undefined =>
  reason.kind === 'conditionFailed' && reason.item !== undefined ? line.parse(reason.item) : undefined;
