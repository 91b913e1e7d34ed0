import {
  type CloudWatchLogsClient,
  GetQueryResultsCommand,
  StartQueryCommand,
  StopQueryCommand,
} from '@aws-sdk/client-cloudwatch-logs';
import { callLogGroups, callTraceQuery, MOST_LINES } from '../../shared/names/call-trace.ts';
import { Problem } from '../../tooling/command-line/problem.ts';
import type { LogSource } from '../target.ts';

interface Where {
  readonly client: Pick<CloudWatchLogsClient, 'send'>;
  readonly logGroupPrefix: string;
  readonly retentionDays: number;
  readonly nowMs: () => number;
  readonly sleepMs: (durationMs: number) => Promise<unknown>;
}

/** How long to wait for a query, and how often to check. A query of a few gigabytes takes a few seconds. */
const LONGEST_QUERY_MINUTES = 2;
const LOOK_EVERY_MS = 1_000;
const LOOKS = (LONGEST_QUERY_MINUTES * 60_000) / LOOK_EVERY_MS;

/** Searches the logs of a stack with CloudWatch Logs Insights. */
export const insightsLog = (where: Where): LogSource => ({
  retentionDays: where.retentionDays,
  mostLines: MOST_LINES,
  async textsAbout(callId, sinceMs) {
    try {
      return await waitForResults(where, await startQuery(where, callId, sinceMs));
    } catch (error) {
      throw explainError(error, where);
    }
  },
});

async function startQuery({ client, logGroupPrefix, nowMs }: Where, callId: string, sinceMs: number) {
  const { queryId } = await client.send(
    new StartQueryCommand({
      logGroupNames: callLogGroups(logGroupPrefix),
      queryString: callTraceQuery(callId),
      // Times are in Unix seconds, and the end is inclusive.
      startTime: Math.floor(sinceMs / 1000),
      endTime: Math.ceil(nowMs() / 1000),
    }),
  );
  return queryId;
}

async function waitForResults({ client, sleepMs }: Where, queryId: string | undefined): Promise<string[]> {
  for (let look = 1; look <= LOOKS; look += 1) {
    const { status, results = [] } = await client.send(new GetQueryResultsCommand({ queryId }));
    if (status === 'Complete') {
      return results.flatMap((fields) => fields.find(({ field }) => field === '@message')?.value ?? []);
    }
    if (status !== 'Scheduled' && status !== 'Running') {
      throw new Problem(
        `CloudWatch did not finish the query (${status}); give a later --since, so that it scans less.`,
      );
    }
    await sleepMs(LOOK_EVERY_MS);
  }
  await client.send(new StopQueryCommand({ queryId }));
  throw new Problem(
    `The query did not end within ${LONGEST_QUERY_MINUTES} minutes; give a later --since, so that it scans less.`,
  );
}

function explainError(error: unknown, { logGroupPrefix }: Where): unknown {
  switch (error instanceof Error && error.name) {
    case 'AccessDeniedException':
      return new Problem(
        `Your credentials have no right to search the logs: give them the rights for "call trace" in docs/rights.md, on ${logGroupPrefix}/*.`,
      );
    case 'ResourceNotFoundException':
      return new Problem(`One of these log groups does not exist: ${callLogGroups(logGroupPrefix).join(', ')}.`);
    case 'LimitExceededException':
      return new Problem('The account runs too many queries at the moment; try again in a minute.');
    default:
      return error;
  }
}
