import { describe, expect, it } from '@jest/globals';
import { DELIVERY_STATUSES } from '../../../../shared/domain/deliveries/delivery.ts';
import { isReplayable } from '../../../../shared/domain/deliveries/replay-policy.ts';

const NOW_MS = 1_000_000;

describe('the replay of a delivery', () => {
  it('only a refused, dead or skipped delivery whose call was not deleted can be replayed', () => {
    const replayable = DELIVERY_STATUSES.filter((status) => isReplayable({ status }, NOW_MS));
    expect(replayable).toEqual(['refused', 'dead', 'skipped']);
    expect(isReplayable({ status: 'skipped', skipReason: 'deleted' }, NOW_MS)).toBe(false);
  });

  it('a delivery cannot be replayed after its call has expired', () => {
    const dead = { status: 'dead', callExpiresAtUnixSeconds: NOW_MS / 1_000 } as const;
    expect(isReplayable(dead, NOW_MS - 1)).toBe(true);
    expect(isReplayable(dead, NOW_MS)).toBe(false);
  });
});
