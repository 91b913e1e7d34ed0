import { expect, it } from '@jest/globals';
import { LATE } from '../../lib/alarms/rows/delivery-alarms.ts';
import { FORGOTTEN } from '../../lib/alarms/rows/queue-alarms.ts';
import { DEAD_LETTER_AFTER, MAX_RECEIVE_COUNT } from '../../lib/delivery/queues.ts';
import { VISIBILITY_SECONDS } from '../../lib/functions/timeouts.ts';
import { LISTED_HIDDEN_FOR, LISTED_HIDDEN_SECONDS } from '../../operator/console/protocol/limits.ts';
import { SECRET_HINT, SECRET_HINT_CHARACTERS } from '../../shared/contract/credential-forms.ts';
import { BUDGET_DAYS, FAST_BURN, SLOW_BURN } from '../../shared/domain/burn-rates.ts';
import {
  INTAKE_MAX_RECEIVE_COUNT,
  INTAKE_RETRIED_FOR,
  INTAKE_VISIBILITY_SECONDS,
} from '../../shared/domain/calls/intake-retries.ts';
import { LONGEST_WAIT, waitAfterMs } from '../../shared/domain/deliveries/backoff.ts';
import { REPLAY_PACE, REPLAYS_PER_SECOND } from '../../shared/domain/deliveries/replay-policy.ts';
import { MAX_ATTEMPTS } from '../../shared/domain/deliveries/retry-policy.ts';
import { RESCUED_WITHIN, SWEEP_PERIOD, SWEEP_PERIOD_MS } from '../../shared/domain/deliveries/sweep-period.ts';
import { IN_TIME_WITHIN, IN_TIME_WITHIN_MS } from '../../shared/names/objectives.ts';

const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

it.each([
  [SWEEP_PERIOD, SWEEP_PERIOD_MS / MINUTE_MS, 'minutes'],
  [RESCUED_WITHIN, (2 * SWEEP_PERIOD_MS) / MINUTE_MS, 'minutes'],
  [IN_TIME_WITHIN, IN_TIME_WITHIN_MS / MINUTE_MS, 'minute'],
  [LATE.text, LATE.ms / MINUTE_MS, 'minutes'],
  [LISTED_HIDDEN_FOR, LISTED_HIDDEN_SECONDS / 60, 'minutes'],
  [LONGEST_WAIT, waitAfterMs(MAX_ATTEMPTS) / HOUR_MS, 'hour'],
  [FAST_BURN.over, FAST_BURN.hours, 'hour'],
  [SLOW_BURN.over, SLOW_BURN.hours, 'hours'],
  [FAST_BURN.lasts, Math.floor(BUDGET_DAYS / FAST_BURN.rate), 'days'],
  [SLOW_BURN.lasts, BUDGET_DAYS / SLOW_BURN.rate, 'days'],
  [FORGOTTEN.text, FORGOTTEN.days, 'days'],
  [DEAD_LETTER_AFTER, (MAX_RECEIVE_COUNT * VISIBILITY_SECONDS * 1_000) / HOUR_MS, 'hours'],
  [INTAKE_RETRIED_FOR, Math.round((INTAKE_MAX_RECEIVE_COUNT * INTAKE_VISIBILITY_SECONDS * 1_000) / DAY_MS), 'days'],
  [REPLAY_PACE.replace(' a second', ''), REPLAYS_PER_SECOND, 'deliveries'],
  [SECRET_HINT.replace('last ', ''), SECRET_HINT_CHARACTERS, 'characters'],
])('the words %j state the number %d', (words, count, unit) => {
  expect(words.replace(/^an? /, 'one ')).toBe(`${NUMBERS[count]} ${unit}`);
});
