import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { authorizationHeader } from '../../../local/aws/http/access-key.ts';
import { mapInParallel } from '../../../operator/map-in-parallel.ts';
import type { Service } from '../../support/service/service.ts';

/** Returns milliseconds since 1970, with a finer resolution than `Date.now`. */
export const clockMs = () => performance.timeOrigin + performance.now();

const CONNECTIONS = 64;
let recorded = 0;

/** Records calls through Lambda's Invoke API, as the voice platform does, but without the SDK's cost. */
export function recorderAt({ lambdaEndpoint, credentials, outputs }: Service['ready']) {
  const pool = new Pool(lambdaEndpoint, { connections: CONNECTIONS });
  const path = `/2015-03-31/functions/${outputs.RecordCallFunctionName}/invocations`;
  return {
    /** Records a call. Its planned time is returned so that waiting for a busy service counts. */
    async record(tenantId: string, summary: string, plannedAtMs = clockMs()) {
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
type Recorder = ReturnType<typeof recorderAt>;
export type Recorded = Awaited<ReturnType<Recorder['record']>>;

/** The line of the nth call, and the summary that all calls have. */
export interface Calls {
  readonly tenantOf: (n: number) => string;
  readonly summary: string;
}

/** Records calls at random times, at least one. A service that is too slow gets a backlog. */
export async function arrivals(recorder: Recorder, calls: Calls, ratePerSecond: number, seconds: number) {
  const startedAtMs = clockMs();
  const recording: Promise<Recorded>[] = [];
  const endsMs = seconds * 1_000;
  // The time of the first call is within the whole time, however short that is.
  for (let atMs = nextGapMs(ratePerSecond) % endsMs; atMs < endsMs; atMs += nextGapMs(ratePerSecond)) {
    const plannedAtMs = startedAtMs + atMs;
    const earlyMs = plannedAtMs - clockMs();
    if (earlyMs > 1) await sleep(earlyMs);
    recording.push(recorder.record(calls.tenantOf(recording.length), calls.summary, plannedAtMs));
  }
  return Promise.all(recording);
}

/** Returns the milliseconds between two arrivals of a Poisson process. */
const nextGapMs = (ratePerSecond: number) => (-Math.log(1 - Math.random()) / ratePerSecond) * 1_000;

/** Records `count` calls as fast as `callers` callers can. Each caller waits for its response. */
export const burst = (recorder: Recorder, calls: Calls, count: number, callers: number) =>
  mapInParallel(
    Array.from({ length: count }, (_, n) => n),
    callers,
    (n) => recorder.record(calls.tenantOf(n), calls.summary),
  );
