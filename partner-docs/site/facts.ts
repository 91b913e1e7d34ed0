import { USER_AGENT } from '../../shared/contract/calls/call-completed.ts';
import { PROMISES, RATE_LIMIT } from '../../shared/contract/limits.ts';
import { PAGE_SIZE } from '../../shared/contract/paging.ts';
import { MAX_HEAD_BYTES, MAX_INTERIM_RESPONSES } from '../../shared/delivery/sending/connection/response-heads.ts';
import { RESPONSE_LIMIT_MS } from '../../shared/domain/deliveries/response-timeout.ts';
import { MAX_ATTEMPTS } from '../../shared/domain/deliveries/retry-policy.ts';
import { ATTEMPT_MINUTES } from '../openapi/attempts.ts';
import { setDocsUrl, tarballAddress } from '../packages/install-lines.ts';
import { packageIn } from '../packages/packages.ts';
import type { ApiDocument } from './openapi.ts';
import type { SiteSettings } from './settings.ts';

/**
 * Returns the facts that a page uses as `{{name}}`, so that each number and sentence of the contract is written only
 * once.
 */
export function factsOf(api: ApiDocument, { docsUrl }: SiteSettings): Readonly<Record<string, string | number>> {
  return {
    version: api.info.version,
    sandboxTarball: tarballAddress(packageIn('sandbox').file, docsUrl),
    kitTarball: tarballAddress(packageIn('receiver').file, docsUrl),
    clientTarball: tarballAddress(packageIn('typescript').file, docsUrl),
    runTypeScript:
      'Node 22.18 or later runs a `.ts` file without a build step, if `package.json` has `"type": "module"`.',
    setDocsUrl: setDocsUrl(docsUrl),
    endpoints: api.endpoints.length,
    codes: Object.keys(api.errors.codes).length,
    keyForm: api.apiKey.bearerFormat,
    aboutKey: api.apiKey.description,
    rateRequests: RATE_LIMIT.requests,
    rateMinutes: RATE_LIMIT.windowSeconds / 60,
    pageMax: PAGE_SIZE.max,
    pageDefault: PAGE_SIZE.default,
    idempotencyKeyHours: PROMISES.idempotencyKeyHours,
    settingsReachCallsMinutes: PROMISES.settingsReachCallsMinutes,
    replayWindowMinutes: PROMISES.replayWindowMinutes,
    callsOverlapSeconds: PROMISES.callsOverlapSeconds,
    maxEventKib: PROMISES.maxEventKib,
    userAgent: USER_AGENT,
    attempts: MAX_ATTEMPTS,
    lastAttemptMinutes: ATTEMPT_MINUTES.at(-1) ?? 0,
    responseSeconds: RESPONSE_LIMIT_MS / 1_000,
    responseHeadKib: MAX_HEAD_BYTES / 1_024,
    interimResponses: MAX_INTERIM_RESPONSES,
    aboutCursor: api.parameterNamed('Cursor').description,
    aboutIdempotencyKey: api.parameterNamed('IdempotencyKey').description,
  };
}
