import { PARTNER_NOT_ACTIVE } from '../../contract/forbidden.ts';
import type { PartnerState } from '../../contract/partner.ts';
import { Failure } from '../requests/failure.ts';

/** Returns the failure of a request by a partner that is not active or does not exist. */
export const inactivePartnerFailure = (state: PartnerState | undefined): Failure | undefined =>
  state === 'active' ? undefined : new Failure('forbidden', PARTNER_NOT_ACTIVE);
