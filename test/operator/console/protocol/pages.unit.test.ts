import { describe, expect, it } from '@jest/globals';
import { pageAt, pathTo } from '../../../../operator/console/protocol/pages.ts';

/** A call id may be any visible ASCII. */
const IDS = ['call_1', 'a/b', '..a', '%2F', '#x?y=1', '~!@$&*()+,;=:', 'a'.repeat(128)];

describe('the addresses of console pages', () => {
  it.each(IDS)('the address of a console page for the id %j is parsed to the same id', (id) => {
    const path = pathTo('delivery', id);
    expect(new URL(path, 'http://127.0.0.1').pathname).toBe(path);
    expect(pageAt(path)).toEqual({ page: 'delivery', id });
  });

  it.each(['/nothing', '/partners/', '/partners/a/b', '/deliveries/', '/lines/%', '//', '', '/Partners'])(
    'the path %j does not belong to any page of the console',
    (path) => {
      expect(pageAt(path)).toBeUndefined();
    },
  );

  it('the addresses of the partners page and of the overview contain no id', () => {
    expect(pageAt('/partners')).toEqual({ page: 'partners', id: '' });
    expect(pageAt('/')).toEqual({ page: 'overview', id: '' });
  });
});
