import { type Fifo, fifo } from '../../virtual-time/fifo.ts';
import type { Message, Order } from './queue.ts';

/**
 * AWS, "Amazon SQS fair queues": a group is noisy while it has a large share of the messages in flight. The figures are
 * approximate there, too.
 */
const NOISY = { share: 0.1, atLeast: 30 };

/**
 * The order of a fair queue: messages of quiet groups first, in the order of sending by group, then those of the noisy
 * group with the fewest messages in flight.
 */
export function fairOrder(): Order {
  const groups = new Map<string, Fifo<Message>>();
  const inFlight = new Map<string, number>();
  let visible = 0;
  let allInFlight = 0;

  const inFlightOf = (group: string) => inFlight.get(group) ?? 0;
  const isNoisy = (group: string) =>
    inFlightOf(group) >= NOISY.atLeast && inFlightOf(group) > NOISY.share * allInFlight;

  function count(group: string, change: 1 | -1): void {
    allInFlight += change;
    const left = inFlightOf(group) + change;
    if (left > 0) inFlight.set(group, left);
    else inFlight.delete(group);
  }

  function next(): string | undefined {
    const waiting = [...groups.keys()];
    const quiet = waiting.find((group) => !isNoisy(group));
    return quiet ?? waiting.toSorted((one, other) => inFlightOf(one) - inFlightOf(other))[0];
  }

  return {
    size: () => visible,
    all: () => [...groups.values()].flatMap((messages) => messages.all()),
    push(message) {
      const messages = groups.get(message.group) ?? fifo<Message>();
      groups.set(message.group, messages);
      messages.push(message);
      visible += 1;
    },
    shift() {
      const group = next();
      const messages = group === undefined ? undefined : groups.get(group);
      if (group === undefined || messages === undefined) return undefined;
      // The group goes behind the others, so that all quiet groups have their turn.
      groups.delete(group);
      if (messages.size() > 1) groups.set(group, messages);
      visible -= 1;
      return messages.shift();
    },
    began: (group) => count(group, 1),
    ended: (group) => count(group, -1),
  };
}
