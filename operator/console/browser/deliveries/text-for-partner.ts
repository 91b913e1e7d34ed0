import { EVENT_HEADERS } from '../../../../shared/contract/calls/event-headers.ts';
import { STATUS_MEANINGS } from '../../../../shared/domain/deliveries/delivery.ts';
import type { ShownDelivery } from '../../protocol/command-values.ts';
import { durationText, timeText, UTC } from '../time.ts';
import { attemptsOfUnknownResult } from './failure-cause.ts';

const utc = (at: string) => `${timeText(Date.parse(at), UTC)} UTC`;

/** Returns a text for a partner who asks about an event. The text has only what the partner is allowed to know. */
export function textForPartner(delivery: ShownDelivery): string {
  const { callId, status, recordedAt, log } = delivery;
  const unsure = attemptsOfUnknownResult(delivery).length;
  const attempts = log.map(
    ({ at, outcome, durationMs }) => `- ${utc(at)}: ${outcome}, after ${durationText(durationMs)}`,
  );
  return [
    `The event of call ${callId} was ready at ${utc(recordedAt)}. ${STATUS_MEANINGS[status]}`,
    ...(attempts.length === 0 ? [] : ['', 'Our attempts to deliver the event:', ...attempts]),
    ...(unsure === 0
      ? []
      : [
          '',
          `Your receiver may have handled ${unsure === 1 ? 'one request' : `${unsure} requests`}, although we recorded no valid response.`,
        ]),
    ...(attempts.length === 0
      ? []
      : [
          '',
          `Every request has the header ${EVENT_HEADERS.delivery}: ${callId}. Use it to ignore events that you already have.`,
        ]),
  ].join('\n');
}
