import { until } from '../until.ts';
import { operator } from './operator.ts';

interface Line {
  readonly service: string;
  readonly message: string;
  readonly attempt?: number;
  readonly series?: number;
  readonly status?: string;
  readonly outcome?: string;
  readonly reason?: string;
  readonly skipReason?: string;
}

/**
 * Returns what `call trace` shows of a call, one short text per line of the log. Waits until the trace has as many
 * lines as expected, because a function logs an attempt after it has written the outcome.
 */
export const callStory = (dataDir: string, callId: string, lines: number): Promise<string[]> =>
  until(async () => {
    const since = new Date(Date.now() - 3_600_000).toISOString();
    const trace = await operator<Line[]>(dataDir, ['call', 'trace', '--call', callId, '--since', since]);
    return trace.length >= lines && wokenSecond(trace.map(told));
  });

/** Puts the wake-up before the attempt, because the relay logs it late on a busy machine. */
function wokenSecond(story: string[]): string[] {
  const woken = story.filter((line) => line.startsWith('relay:'));
  const [recorded = '', ...others] = story.filter((line) => !woken.includes(line));
  return [recorded, ...woken, ...others];
}

const told = ({ service, message, attempt, series, status, outcome, reason, skipReason }: Line) =>
  [`${service}: ${message}`, attempt, series && `round ${series}`, status, outcome, reason, skipReason]
    .filter((part) => part !== undefined)
    .join(', ');
