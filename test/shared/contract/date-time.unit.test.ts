import { expect, it } from '@jest/globals';
import { DATE_TIME_PATTERN, dateTime } from '../../../shared/contract/date-time.ts';

it.each([
  ['2026-11-28T12:01:37.146Z', true],
  ['2026-11-28T12:01:37Z', false],
  ['2026-11-28T12:01:37.14Z', false],
  ['2026-11-28T12:01:37.146+09:00', false],
  ['2026-11-28', false],
])('the schema and the pattern of the OpenAPI document agree on the time %s', (time, isValid) => {
  expect(dateTime.safeParse(time).success).toBe(isValid);
  expect(new RegExp(DATE_TIME_PATTERN).test(time)).toBe(isValid);
});
