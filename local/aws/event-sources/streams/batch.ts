import { pause } from '../../../../tooling/machine/pause.ts';
import type { StreamMapping } from '../../cloudformation/stack-model.ts';
import type { InvokeResult } from '../../lambda/invoke.ts';
import { failedItems } from '../batch-response.ts';
import { createdAtMs, type LambdaStreamRecord, sequenceNumberOf } from './record.ts';

/** Stream records that the mapping does not retry again, and the reason, as in Lambda's message to the failure queue. */
export interface Discarded {
  readonly records: readonly LambdaStreamRecord[];
  readonly condition: 'RetryAttemptsExhausted' | 'RecordAgeExceeded';
  readonly invocations: number;
  readonly functionFailed: boolean;
}

type Rules = Pick<
  StreamMapping,
  'bisectOnError' | 'maximumRetryAttempts' | 'maximumRecordAgeSeconds' | 'reportsBatchItemFailures'
>;

interface Deps {
  readonly rules: Rules;
  readonly invoke: (records: readonly LambdaStreamRecord[]) => Promise<InvokeResult>;
  readonly discard: (discarded: Discarded) => Promise<void>;
  readonly nowMs: () => number;
  /** When this signal aborts, a failed batch is neither retried nor discarded. The next start reads the batch again. */
  readonly signal: AbortSignal;
}

const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 10_000;

/**
 * Resolves when every record of the batch is handled or discarded, in order. As on Lambda, a failed batch is retried
 * from the first record that failed. If that is the first record of the batch, and the mapping has `bisectOnError`, the
 * batch is split in two, which does not count as an attempt. A batch that cannot be split is retried with exponential
 * backoff, until its attempts are used up or its records are too old.
 */
export async function handleStreamBatch(batch: readonly LambdaStreamRecord[], deps: Deps): Promise<void> {
  const { rules, invoke, discard, signal } = deps;
  let rest = batch;
  let invocations = 0;
  for (;;) {
    rest = await discardExpired(rest, invocations, deps);
    if (rest.length === 0) return;
    const result = await invoke(rest);
    invocations += 1;
    const lowest = indexOfFirstFailure(
      rest,
      failedItems(result, rest.map(sequenceNumberOf), rules.reportsBatchItemFailures),
    );
    if (lowest === undefined) return;
    signal.throwIfAborted();
    if (lowest > 0) {
      rest = rest.slice(lowest);
      invocations = 0;
    } else if (rules.bisectOnError && rest.length > 1) {
      const middle = Math.ceil(rest.length / 2);
      await handleStreamBatch(rest.slice(0, middle), deps);
      rest = rest.slice(middle);
      invocations = 0;
    } else if (rules.maximumRetryAttempts !== -1 && invocations > rules.maximumRetryAttempts) {
      return discard({ records: rest, condition: 'RetryAttemptsExhausted', invocations, functionFailed: !result.ok });
    } else {
      await pause(Math.min(FIRST_WAIT_MS * 2 ** (invocations - 1), LONGEST_WAIT_MS), signal);
      signal.throwIfAborted();
    }
  }
}

async function discardExpired(records: readonly LambdaStreamRecord[], invocations: number, deps: Deps) {
  const { rules, discard, nowMs } = deps;
  if (rules.maximumRecordAgeSeconds === -1) return records;
  const oldestMs = nowMs() - rules.maximumRecordAgeSeconds * 1000;
  const expired = records.filter((record) => createdAtMs(record) < oldestMs);
  if (expired.length === 0) return records;
  await discard({ records: expired, condition: 'RecordAgeExceeded', invocations, functionFailed: invocations > 0 });
  return records.filter((record) => createdAtMs(record) >= oldestMs);
}

/**
 * Returns the index of the first failed record, or undefined if none failed. Sequence numbers are decimals of different
 * lengths, so comparing them as text would put 9 after 10.
 */
function indexOfFirstFailure(records: readonly LambdaStreamRecord[], failed: ReadonlySet<string>): number | undefined {
  const [first] = [...failed].map(BigInt).sort((a, b) => (a < b ? -1 : 1));
  return first === undefined ? undefined : records.findIndex((record) => BigInt(sequenceNumberOf(record)) === first);
}
