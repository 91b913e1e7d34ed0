import * as z from 'zod';
import type { Invoke } from '../../../../local/aws/lambda/invoke.ts';

const event = z.object({ Records: z.array(z.record(z.string(), z.unknown())) });
export type EventRecord = z.infer<typeof event>['Records'][number];

/** Returns a function that records its events and returns the result of `respond`. It fails if `respond` throws. */
export function recordingFunction(respond: (records: EventRecord[], invocation: number) => unknown = () => null) {
  const batches: EventRecord[][] = [];
  const invoke: Invoke = async (_functionLogicalId, sent) => {
    const { Records } = event.parse(JSON.parse(JSON.stringify(sent)));
    batches.push(Records);
    try {
      return { ok: true, payload: await respond(Records, batches.length) };
    } catch (error) {
      return { ok: false, error: { errorType: 'Error', errorMessage: String(error) } };
    }
  };
  return { invoke, /** The records of each invocation so far. */ batches };
}
