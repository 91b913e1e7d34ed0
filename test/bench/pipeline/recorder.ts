import { Pool } from 'undici';
import type { Service } from '../../support/service/service.ts';

export interface Recorded {
  readonly callId: string;
  /** When it was to be recorded, by the plan; waiting for a busy service counts. */
  readonly plannedAtMs: number;
  readonly returnedAtMs: number;
}

/** In milliseconds since 1970, finer than `Date.now`. */
export const clockMs = () => performance.timeOrigin + performance.now();

const CONNECTIONS = 64;
let recorded = 0;

/** Hands over finished calls as the voice platform does, by Lambda's Invoke API; without the SDK, whose work is not the service's. */
export function recorderAt({ lambdaEndpoint, outputs }: Service['ready']) {
  const pool = new Pool(lambdaEndpoint, { connections: CONNECTIONS });
  const path = `/2015-03-31/functions/${outputs.RecordCallFunctionName}/invocations`;
  return {
    async record(tenantId: string, summary: string, plannedAtMs = clockMs()): Promise<Recorded> {
      recorded += 1;
      const callId = `bench-${recorded}`;
      const { statusCode, headers, body } = await pool.request({
        path,
        method: 'POST',
        headers: { authorization: 'AWS4-HMAC-SHA256 Credential=local' },
        body: JSON.stringify({ tenantId, call: { callId, summary } }),
      });
      const response = await body.text();
      if (statusCode !== 200 || headers['x-amz-function-error'] || !response.includes(callId)) {
        throw new Error(`A call was not recorded: ${statusCode} ${response}`);
      }
      return { callId, plannedAtMs, returnedAtMs: clockMs() };
    },
    close: () => pool.close(),
  };
}
export type Recorder = ReturnType<typeof recorderAt>;
