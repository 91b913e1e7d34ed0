import { describe, expect, it } from '@jest/globals';
import { insightsLog } from '../../../operator/logs/insights-log.ts';
import { callTraceQuery } from '../../../shared/names/call-trace.ts';
import { type Asked, fakeLogs, type Responded, rejection } from '../fake-clients.ts';

const NOW_MS = Date.parse('2026-11-22T12:00:00.500Z');
const SINCE_MS = Date.parse('2026-11-22T10:00:00.999Z');
const QUERY_ID = '12ab3456-12ab-123a-789e-1234567890ab';
const STARTED: Responded = { body: { queryId: QUERY_ID } };

/** As CloudWatch returns a row: each field by name, and a pointer that leads to the whole event. */
const row = (message: string) => [
  { field: '@message', value: message },
  { field: '@ptr', value: 'CmEKJgoiMTIzNDU2Nzg5MDEy' },
];
const looked = (status: string, ...messages: string[]): Responded => ({
  body: {
    queryLanguage: 'CWLI',
    results: messages.map(row),
    statistics: { recordsMatched: messages.length, recordsScanned: 4_711, bytesScanned: 1_808_932 },
    status,
  },
});

/** Returns a log whose service gives these responses, one after the other. */
function world(...responses: readonly Responded[]) {
  const asked: Asked[] = [];
  const sleptMs: number[] = [];
  const left = [...responses];
  const log = insightsLog({
    client: fakeLogs((one) => {
      asked.push(one);
      return (left.length > 1 ? left.shift() : left[0]) ?? { body: {} };
    }),
    logGroupPrefix: '/partner-lines/prod',
    retentionDays: 90,
    nowMs: () => NOW_MS,
    sleepMs: async (ms) => void sleptMs.push(ms),
  });
  return { search: () => log.textsAbout('call_1', SINCE_MS), asked, sleptMs };
}

describe('the search in the CloudWatch logs of a stack', () => {
  it('a search for a call reads the logs of the five functions that handle calls', async () => {
    const { search, asked } = world(STARTED, looked('Complete'));
    await search();
    expect(asked[0]).toMatchObject({
      operation: 'StartQuery',
      body: {
        logGroupNames: ['record-call', 'intake', 'relay', 'deliver-webhook', 'sweep'].map(
          (name) => `/partner-lines/prod/${name}`,
        ),
        queryString: callTraceQuery('call_1'),
        startTime: Math.floor(SINCE_MS / 1000),
        endTime: Math.ceil(NOW_MS / 1000),
      },
    });
  });

  it('a search in the logs waits for the end of the query', async () => {
    const { search, asked, sleptMs } = world(
      STARTED,
      looked('Scheduled'),
      looked('Running', 'one'),
      looked('Complete', 'one', 'two'),
    );
    expect(await search()).toEqual(['one', 'two']);
    expect(sleptMs).toEqual([1_000, 1_000]);
    expect(asked.map(({ operation }) => operation)).toEqual(['StartQuery', ...Array(3).fill('GetQueryResults')]);
    expect(asked[1]?.body).toEqual({ queryId: QUERY_ID });
  });

  it('a search in the logs stops its query after two minutes', async () => {
    const { search, asked, sleptMs } = world(STARTED, looked('Running'));
    await expect(search()).rejects.toThrow('The query did not end within 2 minutes; give a later --since');
    expect(sleptMs.reduce((sum, ms) => sum + ms)).toBe(120_000);
    expect(asked.at(-1)).toMatchObject({ operation: 'StopQuery', body: { queryId: QUERY_ID } });
  });

  it.each(['Failed', 'Cancelled', 'Timeout'])(
    'a search in the logs reports that its query ended with the status %s',
    async (status) => {
      await expect(world(STARTED, looked(status)).search()).rejects.toThrow(
        `CloudWatch did not finish the query (${status})`,
      );
    },
  );

  it.each([
    [
      'AccessDeniedException',
      'Your credentials have no right to search the logs: give them the rights for "call trace"',
    ],
    ['ResourceNotFoundException', 'One of these log groups does not exist: /partner-lines/prod/record-call,'],
    ['LimitExceededException', 'The account runs too many queries at the moment; try again in a minute.'],
  ])('a search in the logs explains the error %s in one sentence', async (name, sentence) => {
    await expect(world(rejection(name)).search()).rejects.toMatchObject({
      name: 'Problem',
      message: expect.stringContaining(sentence),
    });
    await expect(world(STARTED, rejection(name)).search()).rejects.toThrow(sentence);
  });

  it('a search in the logs of a stack rethrows an unexpected error', async () => {
    await expect(world(rejection('MalformedQueryException', 'bad')).search()).rejects.toMatchObject({
      name: 'MalformedQueryException',
    });
  });
});
