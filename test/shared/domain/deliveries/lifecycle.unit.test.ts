import { describe, expect, it } from '@jest/globals';
import { DELIVERY_STATUSES } from '../../../../shared/domain/deliveries/delivery.ts';
import { allows, isReplayable, TRANSITIONS } from '../../../../shared/domain/deliveries/lifecycle.ts';

const NOW_MS = 1_800_000_000_000;
const transitions = Object.entries(TRANSITIONS);
/** Returns the steps that an actor may take, each written `transition: from → to`. */
const stepsBy = (actor: string) =>
  transitions.flatMap(([name, { from, to, by }]) =>
    by.some((one) => one === actor) ? from.map((status) => `${name}: ${status} → ${to}`) : [],
  );
const movesFrom = (status: string) =>
  transitions.flatMap(([name, { from, to }]) => (from.some((one) => one === status) ? [`${name} → ${to}`] : []));

describe('a delivery', () => {
  it.each([
    ['delivered', ['delete → skipped', 'setExpiry → unchanged']],
    ['refused', ['replay → pending', 'delete → skipped', 'setExpiry → unchanged']],
    ['dead', ['deliver → delivered', 'replay → pending', 'delete → skipped', 'setExpiry → unchanged']],
    ['skipped', ['unskip → pending', 'replay → pending', 'delete → skipped', 'setExpiry → unchanged']],
  ])('may leave the status %s only by the transitions %j', (status, moves) => {
    expect(movesFrom(status)).toEqual(moves);
  });

  it('may be changed by the sweep only while it is pending: to dead, or to a later sweep time', () => {
    expect(stepsBy('sweep')).toEqual(['declareDead: pending → dead', 'moveForward: pending → pending']);
  });

  it('begins only when its call is recorded', () => {
    const first = transitions.filter(([, { from }]) => from.length === 0);
    expect(first.map(([name, { to, by }]) => [name, to, by])).toEqual([
      ['record', 'pending', ['record-call']],
      ['recordSkipped', 'skipped', ['record-call']],
    ]);
  });

  it('may be created once, and changed only as the table of transitions allows', () => {
    expect(allows('record', undefined, 'pending')).toBe(true);
    expect(allows('record', 'pending', 'pending')).toBe(false);
    expect(allows('claim', undefined, 'pending')).toBe(false);
    expect(allows('deliver', 'dead', 'delivered')).toBe(true);
    expect(allows('deliver', 'dead', 'refused')).toBe(false);
  });

  it('that is refused, dead or skipped may be replayed, except when its call was deleted', () => {
    const replayable = DELIVERY_STATUSES.filter((status) => isReplayable({ status }, NOW_MS));
    expect(replayable).toEqual(['refused', 'dead', 'skipped']);
    expect(isReplayable({ status: 'skipped', skipReason: 'deleted' }, NOW_MS)).toBe(false);
  });

  it('may be replayed until its call expires', () => {
    const dead = { status: 'dead', callExpiresAtUnixSeconds: NOW_MS / 1_000 } as const;
    expect(isReplayable(dead, NOW_MS - 1)).toBe(true);
    expect(isReplayable(dead, NOW_MS)).toBe(false);
  });

  it('keeps its status when its call gets an expiry', () => {
    expect(DELIVERY_STATUSES.filter((status) => allows('setExpiry', status, status))).toEqual(DELIVERY_STATUSES);
    expect(allows('setExpiry', 'dead', 'pending')).toBe(false);
    expect(allows('setExpiry', undefined, 'pending')).toBe(false);
  });
});
