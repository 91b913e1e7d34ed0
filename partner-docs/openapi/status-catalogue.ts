import {
  CONTENDED,
  FAULT,
  NOT_FOUND,
  RATE_LIMITED,
  TOOK_TOO_LONG,
} from '../../shared/contract/failures-without-code.ts';
import { LINE_NOT_DELEGATED } from '../../shared/contract/forbidden.ts';
import { NO_CREDENTIALS } from '../../shared/contract/unauthorized.ts';
import { RATE_LIMIT } from '../../shared/domain/partners/rate-limit.ts';
import type { Advice } from './error-catalogue.ts';

const { requests, windowSeconds } = RATE_LIMIT;

export const RETRY_FIX =
  'Retry the request with exponential backoff. When you retry the creation of a line, send the same Idempotency-Key.';

/** What each failure without a code means. A program can branch only on its status. */
export const STATUS_CATALOGUE = {
  '400': {
    cause:
      'The request is malformed: the API cannot read it, or a value is missing, has the wrong type or is outside its limits.',
    retry: 'after-fix',
    fix: 'Correct the request. The sentence in "error" says what is wrong.',
    sentence: 'externalId: is required',
  },
  '401': {
    cause:
      'The Authorization header is missing or not in Bearer form, or the key is not valid. The response does not say why a key is not valid.',
    retry: 'after-fix',
    fix: 'Send Authorization: Bearer <API_KEY> with the current key of your account.',
    sentence: NO_CREDENTIALS,
  },
  '403': {
    cause:
      'The key lacks the scope named in "error", your account is not active, the firewall of the API blocked the request, or the line is not yours. The API returns the same failure for a line that does not exist, and for a line whose termination is complete.',
    retry: 'after-fix',
    fix: 'Check the identifier of the line. Check the scopes with GET /v1/whoami. If your account is not active or the firewall blocked the request, contact support.',
    sentence: LINE_NOT_DELEGATED,
  },
  '404': {
    cause:
      'The path does not exist, or does not accept this method. A request for a line that is not yours returns 403 instead.',
    retry: 'after-fix',
    fix: 'Compare the method and the path, including the version, with the API reference. Check the base URL.',
    sentence: NOT_FOUND,
  },
  '429': {
    cause: `You sent more than ${requests} requests in ${windowSeconds / 60} minutes from one IP address to one path, or the API got too many requests from this address or altogether.`,
    retry: 'after-retry-after',
    fix: 'Wait for the number of seconds in the Retry-After header. The RateLimit header says how many requests you can still send.',
    sentence: RATE_LIMITED,
  },
  '500': {
    cause: 'The service has a fault.',
    retry: 'after-delay',
    fix: RETRY_FIX,
    sentence: FAULT,
  },
  '503': {
    cause:
      'The service cannot make the change now, because other requests are changing the same record. For PUT /v1/webhooks, there is another possible cause: the service could not look up the host of the URL.',
    retry: 'after-delay',
    fix: RETRY_FIX,
    sentence: CONTENDED,
  },
  '504': {
    cause: 'The service did not finish the request in time, but it may have made the change.',
    retry: 'after-delay',
    fix: RETRY_FIX,
    sentence: TOOK_TOO_LONG,
  },
} as const satisfies Record<string, Advice & { sentence: string }>;
