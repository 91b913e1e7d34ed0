import { ALWAYS, broken } from '../invariants.ts';
import { type Item, tableView } from '../table-view.ts';

/** A call that the platform handed over, and why it must be refused. */
export interface Handed {
  readonly callId: string;
  readonly body: string;
  readonly reason: string | undefined;
}

interface End {
  readonly items: readonly Item[];
  readonly deadLetters: readonly { readonly body: string; readonly reason: string }[];
  /** The bodies of the messages that are still in the queue. */
  readonly waiting: readonly string[];
}

/** Returns what should not be so at the end of a run, one sentence each. */
export function brokenBy(handed: readonly Handed[], { items, deadLetters, waiting }: End): string[] {
  const table = tableView(items);
  const { calls, deliveries, rejectedCalls } = table;
  const problems = handed.flatMap(({ callId, body, reason }) => {
    const stored = calls.filter((call) => call.callId === callId).length;
    const rows = deliveries.filter((row) => row.callId === callId).length;
    const reasons = new Set(deadLetters.filter((letter) => letter.body === body).map((letter) => letter.reason));
    const isNoted = rejectedCalls.some((call) => call.callId === callId);
    const found = (is: boolean, what: string) => (is ? [`${callId} ${what}`] : []);
    return reason === undefined
      ? [
          ...found(stored === 0, 'is lost'),
          ...found(stored > 1, `is stored ${stored} times`),
          ...found(rows !== 1, `has ${rows} deliveries`),
          ...found(reasons.size > 0 || isNoted, 'is refused, although nothing is wrong with it'),
        ]
      : [
          ...found(stored + rows > 0, 'is stored, although it is refused'),
          ...found(reasons.size === 0, 'is refused, but not in the dead-letter queue'),
          ...found(
            [...reasons].some((told) => told !== reason),
            `is refused with another reason: ${[...reasons]}`,
          ),
        ];
  });
  const noted = rejectedCalls.filter(({ way }) => way !== 'queued').map(({ callId }) => `${callId} has the wrong way`);
  const left = waiting.map((body) => `a message is left in the queue: ${body}`);
  return [...problems, ...noted, ...left, ...broken(ALWAYS, table)];
}
