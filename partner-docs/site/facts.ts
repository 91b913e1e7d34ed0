import { USER_AGENT } from '../../shared/contract/calls/call-completed.ts';
import { PROMISES, RATE_LIMIT } from '../../shared/contract/limits.ts';
import { PAGE_SIZE } from '../../shared/contract/paging.ts';
import { MAX_HEAD_BYTES, MAX_INTERIM_RESPONSES } from '../../shared/delivery/sending/connection/response-heads.ts';
import { MAX_ATTEMPTS, RESPONSE_LIMIT_MS } from '../../shared/domain/deliveries/numbers.ts';
import type { ApiDocument } from './openapi.ts';
import { attemptMinutes } from './parts/schedule.ts';

/** The service that the commands on the pages use. */
export interface LocalService {
  readonly baseUrl: string;
  /** The value of `--data`. */
  readonly dataDir: string;
}

export const DEFAULT_SERVICE: LocalService = { baseUrl: 'http://127.0.0.1:8787', dataDir: '.local' };

/** The facts that a page uses as `{{name}}`. Numbers and sentences of the contract are thus written once. */
export function factsOf(
  api: ApiDocument,
  { baseUrl, dataDir }: LocalService,
): Readonly<Record<string, string | number>> {
  const isDefaultDir = dataDir === DEFAULT_SERVICE.dataDir;
  const minutes = attemptMinutes();
  return {
    version: api.info.version,
    baseUrl,
    dataDir,
    operator: `npm run -s operator --${isDefaultDir ? '' : ` --data ${dataDir}`}`,
    endpoints: api.endpoints.length,
    codes: Object.keys(api.errors.codes).length,
    keyForm: api.apiKey.bearerFormat,
    aboutKey: api.apiKey.description,
    rateRequests: RATE_LIMIT.requests,
    rateMinutes: RATE_LIMIT.windowSeconds / 60,
    pageMax: PAGE_SIZE.max,
    pageDefault: PAGE_SIZE.default,
    idempotencyKeyHours: PROMISES.idempotencyKeyHours,
    replayWindowMinutes: PROMISES.replayWindowMinutes,
    callsOverlapSeconds: PROMISES.callsOverlapSeconds,
    longestEventKib: PROMISES.longestEventKib,
    userAgent: USER_AGENT,
    attempts: MAX_ATTEMPTS,
    lastAttemptMinutes: minutes.at(-1) ?? 0,
    responseSeconds: RESPONSE_LIMIT_MS / 1_000,
    responseHeadKib: MAX_HEAD_BYTES / 1_024,
    interimResponses: MAX_INTERIM_RESPONSES,
    aboutCursor: api.parameterNamed('Cursor').description,
    aboutSince: api.parameterNamed('Since').description,
    aboutIdempotencyKey: api.parameterNamed('IdempotencyKey').description,
  };
}
