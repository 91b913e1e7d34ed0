import { Pool } from 'undici';
import { authorizationHeader } from '../../../local/aws/http/access-key.ts';
import type { Service } from '../../support/service/service.ts';

export interface Recorded {
  readonly callId: string;
  /** The planned time of the recording, so that waiting for a busy service counts. */
  readonly plannedAtMs: number;
  readonly returnedAtMs: number;
}

/** Returns milliseconds since 1970, with a finer resolution than `Date.now`. */
export const clockMs = () => performance.timeOrigin + performance.now();

const CONNECTIONS = 64;
let recorded = 0;

/** Records calls through Lambda's Invoke API, as the voice platform does, but without the SDK's cost. */
export function recorderAt({ lambdaEndpoint, credentials, outputs }: Service['ready']) {
  const pool = new Pool(lambdaEndpoint, { connections: CONNECTIONS });
  const path = `/2015-03-31/functions/${outputs.RecordCallFunctionName}/invocations`;
  return {
    async record(tenantId: string, summary: string, plannedAtMs = clockMs()): Promise<Recorded> {
      recorded += 1;
      const callId = `bench-${recorded}`;
      const { statusCode, headers, body } = await pool.request({
        path,
        method: 'POST',
        headers: { authorization: authorizationHeader(credentials.accessKeyId) },
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
