import { UNKNOWN_EVENT } from '../../contract/failures.ts';
import { EVENTS, type EventName, eventName } from '../../contract/webhooks.ts';
import { failure } from '../requests/failure.ts';

/** Returns the requested events without duplicates, or all events if the request has no list. */
export function subscribedEvents(named: readonly string[] = EVENTS): EventName[] {
  return [...new Set(named)].map((name) => {
    const event = eventName.safeParse(name);
    if (!event.success) throw failure(UNKNOWN_EVENT);
    return event.data;
  });
}

/** Only a webhook that is subscribed to an event gets it. */
export const isSubscribedTo = (
  event: EventName,
  webhook: { readonly events: readonly string[] } | undefined,
): boolean => webhook?.events.includes(event) ?? false;
