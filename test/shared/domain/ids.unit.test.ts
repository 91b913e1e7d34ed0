import { describe, expect, it } from '@jest/globals';
import { decodeTime } from 'ulid';
import { lineIdOrUnusedId, newCallId, newLineId, newPartnerId } from '../../../shared/domain/ids.ts';

const NOW_MS = Date.parse('2026-11-21T10:00:00.000Z');

describe('ids of partners, lines and calls', () => {
  it('an id begins with the prefix of its kind', () => {
    expect(newPartnerId(NOW_MS)).toMatch(/^pt_/);
    expect(newCallId(NOW_MS)).toMatch(/^call_/);
    expect(decodeTime(newLineId(NOW_MS).slice('tn_'.length))).toBe(NOW_MS);
  });

  it('line ids are sorted by the time of their creation', () => {
    const ids = [3, 1, 2].map((later) => newLineId(NOW_MS + later));
    expect(ids.toSorted()).toEqual([ids[1], ids[2], ids[0]]);
  });

  it('2,000 line ids that are created at the same time are unique', () => {
    const ids = Array.from({ length: 2_000 }, () => newLineId(NOW_MS));
    expect(new Set(ids).size).toBe(ids.length);
    for (let place = 1; place <= 16; place += 1) {
      expect(new Set(ids.map((id) => id.at(-place))).size).toBe(32);
    }
  });

  it('a malformed line id is replaced with an id that no line has', () => {
    const id = newLineId(NOW_MS);
    expect(lineIdOrUnusedId(id)).toBe(id);
    for (const stranger of [undefined, '', 'tn_', id.toLowerCase(), `${id}0`, '../etc']) {
      expect(lineIdOrUnusedId(stranger)).toBe('tn_00000000000000000000000000');
    }
  });
});
