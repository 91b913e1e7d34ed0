import type { Call } from '../../../typescript/src/index.ts';
import { escapeForTerminal } from '../escape-for-terminal.ts';
import { decisionFor, outcomeText, type Post, type SendOnce } from '../http/exchange.ts';

interface Deps {
  readonly eventOf: (call: Call) => Post;
  readonly send: SendOnce;
  readonly print: (text: string) => void;
  readonly sleepMs: (durationMs: number) => Promise<unknown>;
}

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

/**
 * Sends the calls to the receiver, one after the other. Sends a call again, with a new signature, until the receiver
 * accepts it. Later calls wait, so no call is left out. After a 2xx, the function requests the next call, which moves
 * the position.
 */
export async function forwardCalls(calls: AsyncIterable<Call>, { eventOf, send, print, sleepMs }: Deps): Promise<void> {
  for await (const call of calls) {
    for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)) {
      const outcome = await send(eventOf(call));
      const report = `call ${escapeForTerminal(call.callId)}: ${outcomeText(outcome)}`;
      if (decisionFor(outcome) === 'delivered') {
        print(report);
        break;
      }
      print(`${report}; it will be sent again in ${waitMs / 1_000} s`);
      await sleepMs(waitMs);
    }
  }
}
