import { RATE_LIMIT } from '../../shared/contract/limits.ts';
import {
  CONTENDED,
  FAULT,
  LINE_NOT_DELEGATED,
  NO_CREDENTIALS,
  NOT_FOUND,
  RATE_LIMITED,
  TOOK_TOO_LONG,
} from '../../shared/contract/sentences.ts';
import type { Advice } from './error-catalogue.ts';

const { requests, windowSeconds } = RATE_LIMIT;

const RETRY_FIX = 'Send the request again after a growing delay; a creation with the same Idempotency-Key.';

/** What a failure without a code means, by status: there is nothing for a program to branch on but the status itself. */
export const STATUS_CATALOGUE = {
  '400': {
    cause: 'The request is malformed: it could not be read, or a value has the wrong type or is out of its bounds.',
    retry: 'after-fix',
    fix: 'error names each field that is wrong. The same request always gets the same answer.',
    sentence: 'externalId: must be 1 to 128 printable ASCII characters without whitespace',
  },
  '401': {
    cause:
      'The Authorization header is missing or not in Bearer form, or the key is not valid (the reason is not told).',
    retry: 'after-fix',
    fix: 'Send Authorization: Bearer <API_KEY> with the current key of your account.',
    sentence: NO_CREDENTIALS,
  },
  '403': {
    cause:
      'The key lacks the scope that error names, your account is not active, or the line is not delegated to it. ' +
      'Whether such a line exists is not told. A line that you have terminated answers so too: its end is complete.',
    retry: 'after-fix',
    fix: 'Check the line identifier, and the scopes with GET /v1/whoami; ask support if the account is not active.',
    sentence: LINE_NOT_DELEGATED,
  },
  '404': {
    cause:
      'There is no such path, or the path does not have this method. A line that is not yours answers 403 instead.',
    retry: 'after-fix',
    fix: 'Compare the method and the path, with its version, with the reference; check the base address.',
    sentence: NOT_FOUND,
  },
  '429': {
    cause: `More than ${requests} requests in ${windowSeconds / 60} minutes from one address to one path. Paths are counted apart.`,
    retry: 'after-delay',
    fix: 'Wait for as many seconds as the header Retry-After says. The RateLimit header tells how many are left.',
    sentence: RATE_LIMITED,
  },
  '500': {
    cause: 'A temporary fault of the service.',
    retry: 'after-delay',
    fix: RETRY_FIX,
    sentence: FAULT,
  },
  '503': {
    cause:
      'The service cannot make the change now: other requests are changing the same record, or a lookup that the change ' +
      'needs has failed.',
    retry: 'after-delay',
    fix: RETRY_FIX,
    sentence: CONTENDED,
  },
  '504': {
    cause: 'The service did not respond in time. A change may have been made all the same.',
    retry: 'after-delay',
    fix: RETRY_FIX,
    sentence: TOOK_TOO_LONG,
  },
} as const satisfies Record<string, Advice & { sentence: string }>;
