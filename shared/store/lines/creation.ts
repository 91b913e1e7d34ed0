import type { AgentSettings } from '../../contract/lines/agent.ts';
import type { Delegation } from '../../domain/lines/delegation.ts';
import { IDEMPOTENCY_KEY_SECONDS, responseToReplay, stillRunningFailure } from '../../domain/lines/idempotency.ts';
import type { Table } from '../table/connect.ts';
import { keys } from '../table/keys.ts';
import {
  type Cancelled,
  Contention,
  put,
  type Reason,
  throwIfContended,
  transact,
  withConflictRetries,
} from '../table/transactions.ts';
import { externalIdClaimWrite, externalIdFailure, isClaimedBy } from './external-id.ts';
import { addLineWrite, quotaFailure, stateFailure } from './quota.ts';

export interface NewLine {
  readonly line: Delegation;
  readonly agent: AgentSettings;
  /** The body of the 201 as text, so that a retry with the same idempotency key gets the same bytes. */
  readonly response: string;
  readonly idempotency: { readonly key: string; readonly bodyHash: string } | undefined;
}

/** The result of creating a line. The response may be that of an earlier request with the same idempotency key. */
export interface Creation {
  readonly response: string;
  readonly replayed: boolean;
}

/**
 * Creates all items of a line in one transaction. With an idempotency key, also stores the response. So a crash cannot
 * leave a key without its line, a line that is not counted, or a lock that must expire. Throws a `Failure` that says
 * what prevented the creation.
 */
export async function createLine(table: Table, newLine: NewLine, nowMs: number): Promise<Creation> {
  try {
    return await withConflictRetries(() => tryCreation(table, newLine, nowMs), table.pacing);
  } catch (error) {
    throw (error instanceof Contention ? stillRunningFailure(error.on) : undefined) ?? error;
  }
}

/**
 * Tries once to create the line. If the transaction is cancelled and no earlier try created the line, the first of
 * these causes decides the result: a used idempotency key, a conflict, a failure. A conflict comes before the failures,
 * because it may have caused them.
 */
async function tryCreation(table: Table, newLine: NewLine, nowMs: number): Promise<Creation> {
  const cancelled = await transact(table, creationWrites(newLine, nowMs));
  const created = { response: newLine.response, replayed: false };
  // If the externalId already belongs to this line, an earlier try created the line, but its response was lost.
  if (!cancelled || isClaimedBy(newLine.line, cancelled.externalId)) return created;
  const earlier = earlierResponse(cancelled.idempotency, newLine);
  if (earlier !== undefined) return { response: earlier, replayed: true };
  throwIfContended(cancelled);
  throw failureOfCreation(cancelled);
}

function creationWrites({ line, agent, response, idempotency }: NewLine, nowMs: number) {
  const { partnerId, tenantId } = line;
  const nowUnixSeconds = Math.floor(nowMs / 1000);
  return {
    partner: addLineWrite(partnerId),
    externalId: externalIdClaimWrite(line),
    delegation: put({ ...keys.delegation(partnerId, tenantId), ...line }),
    line: put({ ...keys.line(tenantId), ...line, integrations: {} }),
    agent: put({ ...keys.agent(tenantId), ...agent, version: 1 }),
    owner: put({ ...keys.owner(tenantId), partnerId }),
    idempotency:
      idempotency &&
      put(
        {
          ...keys.idempotency(partnerId, idempotency.key),
          bodyHash: idempotency.bodyHash,
          tenantId,
          response,
          expiresAtUnixSeconds: nowUnixSeconds + IDEMPOTENCY_KEY_SECONDS,
        },
        {
          // An expired item counts as absent, because DynamoDB deletes it later.
          condition: { isFree: 'attribute_not_exists(PK) OR #expiresAtUnixSeconds <= :now' },
          values: { ':now': nowUnixSeconds },
        },
      ),
  };
}

function earlierResponse(reason: Reason, { idempotency }: NewLine): string | undefined {
  if (reason.kind !== 'conditionFailed' || idempotency === undefined) return undefined;
  return responseToReplay(reason.item, idempotency.bodyHash);
}

type Items = keyof ReturnType<typeof creationWrites>;

/**
 * Returns why the creation was cancelled. For an active partner, the failure for an existing line comes before the
 * failure for the quota, so that a retry learns that the first request succeeded.
 */
function failureOfCreation({ partner, externalId }: Cancelled<Items>): Error {
  const found = stateFailure(partner) ?? externalIdFailure(externalId) ?? quotaFailure(partner);
  return found ?? new Error('The creation was cancelled without a reason');
}
