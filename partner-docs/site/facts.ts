import { GATEWAY_BODY_MIB } from '../../shared/contract/body-limit.ts';
import { MAX_EVENT_KIB } from '../../shared/contract/calls/call-completed.ts';
import { CALLS_OVERLAP_SECONDS } from '../../shared/contract/calls/calls.ts';
import { USER_AGENT } from '../../shared/contract/calls/event-headers.ts';
import { SECRET_HINT } from '../../shared/contract/credential-forms.ts';
import { IDEMPOTENCY_KEY_HOURS } from '../../shared/contract/lines/idempotency-key.ts';
import { region } from '../../shared/contract/lines/tenants.ts';
import { PAGE_SIZE } from '../../shared/contract/paging.ts';
import { MAX_HEAD_BYTES, MAX_INTERIM_RESPONSES } from '../../shared/delivery/sending/connection/response-heads.ts';
import { LONGEST_WAIT } from '../../shared/domain/deliveries/backoff.ts';
import { RESPONSE_LIMIT_MS } from '../../shared/domain/deliveries/response-timeout.ts';
import { MAX_ATTEMPTS, RETRIED_4XX } from '../../shared/domain/deliveries/retry-policy.ts';
import { SETTINGS_REACH_CALLS_MINUTES } from '../../shared/domain/lines/line-for-call.ts';
import { RATE_LIMIT } from '../../shared/domain/partners/rate-limit.ts';
import { OLD_SECRET_ACCEPTED_FOR } from '../../shared/domain/webhooks/secret-rotation.ts';
import { REPLAY_WINDOW_MINUTES } from '../../shared/domain/webhooks/signature.ts';
import { ATTEMPT_MINUTES } from '../openapi/attempts.ts';
import { ORDER_IN_MARKDOWN, RETRIES_IN_MARKDOWN } from '../openapi/info.ts';
import { commandToSetDocsUrl, tarballAddress } from '../packages/downloads.ts';
import { packageIn } from '../packages/packages.ts';
import type { ApiDocument } from './openapi.ts';
import type { SiteSettings } from './settings.ts';

/** A page uses a fact as `{{name}}`, so that a number or sentence of the contract is written only once. */
export function factsOf(api: ApiDocument, { docsUrl }: SiteSettings): Readonly<Record<string, string | number>> {
  return {
    version: api.info.version,
    sandboxTarball: tarballAddress(packageIn('sandbox').file, docsUrl),
    kitTarball: tarballAddress(packageIn('receiver').file, docsUrl),
    clientTarball: tarballAddress(packageIn('typescript').file, docsUrl),
    runTypeScript:
      'Node 22.18 or later runs a `.ts` file without a build step, if `package.json` has `"type": "module"`.',
    setDocsUrl: commandToSetDocsUrl(docsUrl),
    endpoints: api.endpoints.length,
    codes: Object.keys(api.errors.codes).length,
    keyForm: api.apiKey.bearerFormat,
    aboutKey: api.apiKey.description,
    orderOfRejections: ORDER_IN_MARKDOWN,
    retries: RETRIES_IN_MARKDOWN,
    gatewayBodyMib: GATEWAY_BODY_MIB,
    rateRequests: RATE_LIMIT.requests,
    rateMinutes: RATE_LIMIT.windowSeconds / 60,
    pageMax: PAGE_SIZE.max,
    pageDefault: PAGE_SIZE.default,
    regions: region.options.map((one) => `\`${one}\``).join(' or '),
    idempotencyKeyHours: IDEMPOTENCY_KEY_HOURS,
    settingsReachCallsMinutes: SETTINGS_REACH_CALLS_MINUTES,
    secretHint: SECRET_HINT,
    oldSecretAcceptedFor: OLD_SECRET_ACCEPTED_FOR,
    replayWindowMinutes: REPLAY_WINDOW_MINUTES,
    callsOverlapSeconds: CALLS_OVERLAP_SECONDS,
    maxEventKib: MAX_EVENT_KIB,
    userAgent: USER_AGENT,
    retried4xx: [...RETRIED_4XX].join(' and '),
    attempts: MAX_ATTEMPTS,
    longestWait: LONGEST_WAIT,
    lastAttemptMinutes: ATTEMPT_MINUTES.at(-1) ?? 0,
    responseSeconds: RESPONSE_LIMIT_MS / 1_000,
    responseHeadKib: MAX_HEAD_BYTES / 1_024,
    interimResponses: MAX_INTERIM_RESPONSES,
    aboutCursor: api.parameterNamed('Cursor').description,
    aboutIdempotencyKey: api.parameterNamed('IdempotencyKey').description,
  };
}
