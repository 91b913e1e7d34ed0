import { describe, expect, it } from '@jest/globals';
import {
  dueStateChange,
  type Health,
  healthStateOf,
  isFailing,
  waitingNotices,
} from '../../../../shared/domain/partners/health.ts';
import { noticeMessage } from '../../../../shared/domain/partners/notice-message.ts';

const NOW_MS = Date.parse('2026-06-01T12:00:00.000Z');
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const run = (about: Health = {}): Health => ({
  failures: 1,
  runSinceMs: NOW_MS,
  lastFailedAtMs: NOW_MS,
  lastOutcome: 'status 500',
  ...about,
});
const recovered: Health = { lastOutcome: 'status 200', outageSinceMs: NOW_MS, recoveredAtMs: NOW_MS + HOUR_MS };
const kindOf = (health: Health, nowMs = NOW_MS) => dueStateChange('pt_1', health, nowMs)?.kind;

describe("the changes of a partner's health", () => {
  it('a partner becomes failing after five failed first attempts in a row', () => {
    expect(kindOf(run({ failures: 4 }))).toBeUndefined();
    expect(kindOf(run({ failures: 5 }))).toBe('fail');
  });

  it('a partner becomes failing if its run of failures lasts more than an hour', () => {
    expect(kindOf(run({ lastFailedAtMs: NOW_MS + HOUR_MS }))).toBeUndefined();
    expect(kindOf(run({ lastFailedAtMs: NOW_MS + HOUR_MS + 1 }))).toBe('fail');
  });

  it('a partner does not become failing without a second failure', () => {
    expect(kindOf(run(), NOW_MS + 2 * HOUR_MS)).toBeUndefined();
  });

  it('a failing partner does not become failing again', () => {
    expect(kindOf(run({ failures: 9, outageSinceMs: NOW_MS }))).toBeUndefined();
  });

  it('a partner can become failing again without a second notice if its recovery was not announced yet', () => {
    expect(kindOf({ ...recovered, ...run({ failures: 4 }) })).toBeUndefined();
    expect(dueStateChange('pt_1', { ...recovered, ...run({ failures: 5 }) }, NOW_MS)).toEqual({
      kind: 'relapse',
      runSinceMs: NOW_MS,
      outageSinceMs: NOW_MS,
    });
  });

  it('the recovery of a partner is announced after five minutes without a failure', () => {
    expect(kindOf(recovered, NOW_MS + HOUR_MS + 299_999)).toBeUndefined();
    expect(kindOf(recovered, NOW_MS + HOUR_MS + 300_000)).toBe('recover');
  });

  it('a recovery is not announced after a new failure', () => {
    expect(kindOf({ ...recovered, ...run() }, NOW_MS + DAY_MS)).toBeUndefined();
  });

  it('a recovery is not announced before the notice about the failure was sent', () => {
    const change = dueStateChange('pt_1', run({ failures: 5 }), NOW_MS);
    expect(kindOf({ ...recovered, failureNotice: change?.notice }, NOW_MS + DAY_MS)).toBeUndefined();
  });

  it('a partner with an outage is failing until its next success', () => {
    expect(isFailing(run({ failures: 9 }))).toBe(false);
    expect(isFailing(run({ outageSinceMs: NOW_MS }))).toBe(true);
    expect(isFailing(recovered)).toBe(false);
  });

  it('a partner without failures is idle if nothing was delivered for more than seven days', () => {
    expect(healthStateOf({}, undefined, NOW_MS)).toBe('idle');
    expect(healthStateOf({}, NOW_MS - 7 * DAY_MS, NOW_MS)).toBe('healthy');
    expect(healthStateOf({}, NOW_MS - 7 * DAY_MS - 1, NOW_MS)).toBe('idle');
    expect(healthStateOf(run(), undefined, NOW_MS)).toBe('healthy');
    expect(healthStateOf(run({ outageSinceMs: NOW_MS }), undefined, NOW_MS)).toBe('failing');
  });
});

describe('the content of a notice about a partner', () => {
  const failing = dueStateChange('pt_1', run({ failures: 5 }), NOW_MS + 9)?.notice;
  const healthy = dueStateChange('pt_1', recovered, NOW_MS + DAY_MS)?.notice;

  it('a notice about a failing partner says since when the partner is failing', () => {
    if (!failing) throw new Error('There is no notice');
    expect(
      JSON.parse(noticeMessage({ partnerId: 'pt_1', name: 'Acme', contact: 'ops@acme.example' }, failing)),
    ).toEqual({
      id: failing.id,
      partnerId: 'pt_1',
      name: 'Acme',
      state: 'failing',
      since: '2026-06-01T12:00:00.000Z',
      failures: 5,
      lastOutcome: 'status 500',
      contact: 'ops@acme.example',
    });
  });

  it('a notice about a recovery says since when the partner was failing', () => {
    if (!healthy) throw new Error('There is no notice');
    expect(JSON.parse(noticeMessage({ partnerId: 'pt_1', name: 'Acme' }, healthy))).toEqual({
      id: healthy.id,
      partnerId: 'pt_1',
      name: 'Acme',
      state: 'healthy',
      since: '2026-06-01T13:00:00.000Z',
      failures: 0,
      lastOutcome: 'status 200',
      failingSince: '2026-06-01T12:00:00.000Z',
    });
  });

  it('a notice about a recovery is sent before a notice about a newer failure', () => {
    expect(healthy?.id).not.toBe(failing?.id);
    expect(waitingNotices({ recoveryNotice: healthy, failureNotice: failing })).toEqual([healthy, failing]);
  });
});
