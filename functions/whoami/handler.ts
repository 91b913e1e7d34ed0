import { partnerIdentity } from '../../shared/contract/partner.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { okResponse } from '../../shared/http/response.ts';
import type { Telemetry } from '../../shared/telemetry/telemetry.ts';

/** GET /v1/whoami. The authorizer has already read everything that the response needs. */
export const createHandler = (telemetry: Telemetry) =>
  endpoint('whoami', telemetry, async ({ caller }) =>
    okResponse(partnerIdentity.parse({ ...caller, name: caller.partnerName })),
  );
