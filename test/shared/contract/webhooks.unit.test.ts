import { expect, it } from '@jest/globals';
import { UNKNOWN_EVENT } from '../../../shared/contract/failures.ts';
import { EVENTS } from '../../../shared/contract/webhooks.ts';

it('the error of an unknown event names every event', () => {
  expect(UNKNOWN_EVENT.sentence).toBe(`events may contain only ${EVENTS.join(', ')}`);
});
