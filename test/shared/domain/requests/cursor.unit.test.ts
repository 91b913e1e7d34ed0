import { describe, expect, it } from '@jest/globals';
import { INVALID_CURSOR } from '../../../../shared/contract/failures.ts';
import { cursorCodec } from '../../../../shared/domain/requests/cursor.ts';

const NOW_MS = 1_800_000_000_000;
const DAY_MS = 86_400_000;
const BINDING = ['pt_1', 'list-calls', 'tn_1', '0'];
const rejected = expect.objectContaining({ kind: INVALID_CURSOR });
const openCursor = (key: string, binding: readonly string[], cursor: string, nowMs: number) =>
  cursorCodec(key, binding, () => nowMs).open(cursor);
const seal = (sortKey: string) => cursorCodec('key', BINDING, () => NOW_MS).seal(sortKey) ?? '';
const sealed = () => seal('LINE#tn_1');

describe('the cursor of a list', () => {
  it('a cursor is valid for one day', () => {
    expect(openCursor('key', BINDING, sealed(), NOW_MS + DAY_MS - 1)).toBe('LINE#tn_1');
    expect(openCursor('key', BINDING, sealed(), NOW_MS + DAY_MS)).toEqual(rejected);
  });

  it('the last page of a list has no cursor', () => {
    const cursors = cursorCodec('key', BINDING, () => NOW_MS);
    expect([cursors.open(undefined), cursors.seal(null)]).toEqual([undefined, null]);
  });

  it('a cursor does not show the keys of the table', () => {
    expect(Buffer.from(sealed(), 'base64url').toString('latin1')).not.toContain('LINE');
    expect(sealed()).not.toBe(sealed());
  });

  it('a cursor is rejected for another API key, partner, route, line or filter', () => {
    expect(openCursor('rotated', BINDING, sealed(), NOW_MS)).toEqual(rejected);
    for (const index of BINDING.keys()) {
      const other = BINDING.with(index, 'other');
      expect(openCursor('key', other, sealed(), NOW_MS)).toEqual(rejected);
    }
    expect(openCursor('key', ['pt_1list-calls', 'tn_1', '0'], sealed(), NOW_MS)).toEqual(rejected);
  });

  it('a cursor is rejected if one of its bits was changed', () => {
    const bytes = Buffer.from(sealed(), 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const flipped = Buffer.from(bytes);
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(openCursor('key', BINDING, flipped.toString('base64url'), NOW_MS)).toEqual(rejected);
    }
  });

  it('a cursor is rejected if one of its characters was changed', () => {
    for (const content of ['LINE#tn_1', 'LINE#tn_12', 'LINE#tn_123']) {
      const cursor = seal(content);
      for (const index of [...cursor].keys()) {
        const other = String.fromCharCode(cursor.charCodeAt(index) ^ 1);
        const changed = cursor.slice(0, index) + other + cursor.slice(index + 1);
        expect(openCursor('key', BINDING, changed, NOW_MS)).toEqual(rejected);
      }
    }
  });

  it('a shortened, extended, padded or invented cursor is rejected', () => {
    const cursor = sealed();
    const cuts = [...cursor].map((_, length) => cursor.slice(0, length));
    const junk = [`${cursor}A`, `${cursor}=`, ` ${cursor}`, `${cursor}\n`, 'x'.repeat(10_000), '김', 'AAAA'];
    for (const damaged of [...cuts, ...junk]) {
      expect(openCursor('key', BINDING, damaged, NOW_MS)).toEqual(rejected);
    }
  });

  it('a cursor can contain the longest sort key of a call', () => {
    const sortKey = `CALL#1800000000000#${'"'.repeat(128)}`;
    const cursor = seal(sortKey);
    expect(openCursor('key', BINDING, cursor, NOW_MS)).toBe(sortKey);
  });
});
