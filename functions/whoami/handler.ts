import type { Logger } from '@aws-lambda-powertools/logger';
import { partnerIdentity } from '../../shared/contract/partner.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { ok } from '../../shared/http/reply.ts';

interface Deps {
  readonly logger: Logger;
}

/** GET /v1/whoami: the authorizer has read all of it already. */
export const createHandler = ({ logger }: Deps) =>
  endpoint('whoami', logger, async ({ caller }) => ok(partnerIdentity.parse({ ...caller, name: caller.partnerName })));
