import * as z from 'zod/mini';
import { TENANT_QUOTA_EXCEEDED } from '../../contract/failures.ts';
import { partnerState } from '../../contract/partner.ts';
import { inactivePartnerFailure } from '../../domain/partners/inactive-partner.ts';
import { type Failure, failure } from '../../domain/requests/failure.ts';
import { keys } from '../table/keys.ts';
import { type Reason, update } from '../table/transactions.ts';

/** Counts a new line, on condition that the partner is active and its quota has room. No quota means no limit. */
export const addLineWrite = (partnerId: string) =>
  update(keys.partner(partnerId), {
    update: 'SET #lineCount = #lineCount + :one',
    condition: {
      isActive: '#state = :active',
      hasRoom: 'attribute_not_exists(#quota) OR #lineCount < #quota',
    },
    values: { ':one': 1, ':active': 'active' },
  });

const account = z.object({ state: partnerState });

export const stateFailure = (reason: Reason): Failure | undefined =>
  reason.kind === 'conditionFailed' ? inactivePartnerFailure(account.safeParse(reason.item).data?.state) : undefined;

/** Returns the failure if an active partner has used up its quota. Terminated lines do not count. */
export const quotaFailure = (reason: Reason): Failure | undefined =>
  reason.kind === 'conditionFailed' ? failure(TENANT_QUOTA_EXCEEDED) : undefined;

/** Lowers the partner's number of lines when a termination begins. */
export const subtractLineWrite = (partnerId: string) =>
  update(keys.partner(partnerId), { update: 'SET #lineCount = #lineCount - :one', values: { ':one': 1 } });
