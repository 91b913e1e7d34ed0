import { describe, expect, it } from '@jest/globals';
import {
  durationText,
  relativeText,
  timeOption,
  timeText,
  zoneName,
} from '../../../../operator/console/browser/time.ts';

const NOW = Date.parse('2026-11-22T20:17:44.900Z');

describe('times on console pages', () => {
  it('a console page shows a time in the given time zone, with its seconds rounded down', () => {
    expect(timeText(NOW, 'UTC')).toBe('2026-11-22 20:17:44');
    expect(timeText(NOW, 'Asia/Seoul')).toBe('2026-11-23 05:17:44');
    expect(timeText(Date.parse('2026-01-01T00:00:00Z'), 'UTC')).toBe('2026-01-01 00:00:00');
    expect(timeText(Date.parse('2026-07-14T15:00:00Z'), 'Asia/Seoul')).toBe('2026-07-15 00:00:00');
  });

  it('a console page shows the time zone of a time', () => {
    expect(zoneName(NOW, 'UTC')).toBe('UTC');
    expect(zoneName(NOW, 'Asia/Seoul')).toBe('GMT+9');
    expect(zoneName(NOW, 'Asia/Kolkata')).toBe('GMT+5:30');
    expect(zoneName(NOW, 'America/New_York')).toBe('GMT-5');
  });

  it.each([
    [0, 'now'],
    [999, 'now'],
    [-1_000, '1 s ago'],
    [-59_999, '59 s ago'],
    [-60_000, '1 min ago'],
    [413_000, 'in 6 min 53 s'],
    [-7_500_000, '2 h 5 min ago'],
    [-90_000_000, '1 d 1 h ago'],
    [-86_400_000 * 400, '400 d ago'],
  ])('a console page shows a time that is %d ms away as %j', (awayMs, text) => {
    expect(relativeText(NOW + awayMs, NOW)).toBe(text);
  });
});

it.each([
  ['2026-11-22 20:17:44 UTC', '2026-11-22T20:17:44Z'],
  ['2026-11-22 20:17:44 UTC (3 min 5 s ago)', '2026-11-22T20:17:44Z'],
  ['2026-11-23 05:17:44 GMT+9', '2026-11-23T05:17:44+09:00'],
  ['2026-11-22 14:47:44 GMT-5:30', '2026-11-22T14:47:44-05:30'],
  ['2026-11-22 20:17:44 GMT', '2026-11-22T20:17:44Z'],
  ['2026-11-22 20:17:44', '2026-11-22 20:17:44'],
  ['2026-11-22T20:17:44Z', '2026-11-22T20:17:44Z'],
])('a time that was entered on a console page as %j is given to a command as %j', (copied, option) => {
  expect(timeOption(copied)).toBe(option);
});

it.each([
  [0, '0 ms'],
  [812.4, '812 ms'],
  [1_000, '1.0 s'],
  [10_049, '10.0 s'],
  [59_999, '59.9 s'],
  [60_000, '1 min'],
  [413_000, '6 min 53 s'],
  [3_600_000, '1 h'],
])('a console page shows a duration of %d ms as %j', (ms, text) => {
  expect(durationText(ms)).toBe(text);
});
