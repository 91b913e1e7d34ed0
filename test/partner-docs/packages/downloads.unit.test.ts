import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { downloadsOf } from '../../../partner-docs/packages/downloads.ts';

describe('the packages on the documentation site', () => {
  const content = Buffer.from('a package');
  const downloads = downloadsOf(new Map([['partner-lines-client-2.0.1.tgz', content]]));

  it('the URL of a package works with and without the version in the file name', () => {
    expect(downloads.get('packages/partner-lines-client-2.0.1.tgz')).toBe(content);
    expect(downloads.get('packages/partner-lines-client.tgz')).toBe(content);
  });

  it('the checksums of the packages have the format of sha256sum', () => {
    const sum = createHash('sha256').update(content).digest('hex');
    expect(downloads.get('packages/SHA256SUMS')).toBe(`${sum}  partner-lines-client-2.0.1.tgz\n`);
  });
});
