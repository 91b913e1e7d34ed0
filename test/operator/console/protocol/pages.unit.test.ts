import { describe, expect, it } from '@jest/globals';
import { pageAt, pathTo } from '../../../../operator/console/protocol/pages.ts';

/** A call id may be any visible ASCII. */
const IDS = ['call_1', 'a/b', '..a', '%2F', '#x?y=1', '~!@$&*()+,;=:', 'a'.repeat(128)];

describe('the address of a page', () => {
  it.each(IDS)('the address of a page of the console contains the id %j, and parsing returns the same id', (id) => {
    const path = pathTo('delivery', id);
    expect(new URL(path, 'http://127.0.0.1').pathname).toBe(path);
    expect(pageAt(path)).toEqual({ page: 'delivery', id });
  });

  it.each(['/nothing', '/partners/', '/partners/a/b', '/deliveries/', '/lines/%', '//', '', '/Partners'])(
    'the path %j is not the address of a page of the console',
    (path) => {
      expect(pageAt(path)).toBeUndefined();
    },
  );

  it('the address of a list in the console has no id', () => {
    expect(pageAt('/partners')).toEqual({ page: 'partners', id: '' });
    expect(pageAt('/')).toEqual({ page: 'overview', id: '' });
  });
});
