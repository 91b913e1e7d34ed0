import { describe, expect, it } from '@jest/globals';
import { failedItems } from '../../../../local/aws/event-sources/batch-response.ts';

const IDS = ['a', 'b', 'c'];
const failures = (...identifiers: unknown[]) => ({
  batchItemFailures: identifiers.map((itemIdentifier) => ({ itemIdentifier })),
});

describe('the failed items of a batch', () => {
  it.each([
    [null, []],
    [{}, []],
    [{ batchItemFailures: null }, []],
    [failures(), []],
    [failures('b'), ['b']],
    [failures('c', 'b', 'c'), ['b', 'c']],
    [failures(''), IDS],
    [failures(null), IDS],
    [failures('b', 'unknown'), IDS],
    [{ batchItemFailures: [{ id: 'b' }] }, IDS],
    [{ batchItemFailures: 'b' }, IDS],
    ['text', IDS],
  ])('after the response %j, the failed items of the batch a, b and c are %j', (payload, failed) => {
    expect([...failedItems({ ok: true, payload }, IDS, true)].sort()).toEqual(failed);
  });

  it('all items of a batch count as failed if the invocation fails', () => {
    const error = { errorType: 'Error', errorMessage: 'no' };
    expect([...failedItems({ ok: false, error }, IDS, true)]).toEqual(IDS);
  });

  it('a mapping without batch item failures ignores the failures that a function reports', () => {
    expect([...failedItems({ ok: true, payload: failures('b') }, IDS, false)]).toEqual([]);
  });
});
