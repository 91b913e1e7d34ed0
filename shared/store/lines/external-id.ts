import * as z from 'zod/mini';
import { EXTERNAL_ID_EXISTS } from '../../contract/failures.ts';
import type { Delegation } from '../../domain/lines/delegation.ts';
import { type Failure, failure } from '../../domain/requests/failure.ts';
import { isNew } from '../table/expression.ts';
import { keys } from '../table/keys.ts';
import { put, type Reason, remove } from '../table/transactions.ts';

const externalIdItem = z.object({ tenantId: z.string() });

/** Claims the externalId for a new line, on condition that no other line of the partner has it. */
export const externalIdClaimWrite = ({ partnerId, externalId, tenantId }: Delegation) =>
  put({ ...keys.externalId(partnerId, externalId), tenantId }, { condition: isNew });

export const externalIdFailure = (claim: Reason): Failure | undefined =>
  claim.kind === 'conditionFailed' ? failure(EXTERNAL_ID_EXISTS) : undefined;

/** Reports whether `externalIdClaimWrite` failed because this line already has the externalId. */
export const isClaimedBy = ({ tenantId }: Delegation, reason: Reason) =>
  reason.kind === 'conditionFailed' && externalIdItem.parse(reason.item).tenantId === tenantId;

/** Makes the externalId of a terminated line available again. */
export const externalIdReleaseWrite = ({ partnerId, externalId }: Pick<Delegation, 'partnerId' | 'externalId'>) =>
  remove(keys.externalId(partnerId, externalId));
