import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { downloadsOf, fillInDocsUrl, tarballAddress } from '../../../partner-docs/packages/downloads.ts';
import { PARTNER_PACKAGES, packageIn } from '../../../partner-docs/packages/packages.ts';

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

const ROOT = join(import.meta.dirname, '../../..');

describe('the URL of a package in an install command', () => {
  it('an install command contains the URL of the documentation site if this URL is known', () => {
    expect(tarballAddress('a-1.0.0.tgz', 'https://docs.example')).toBe('https://docs.example/packages/a-1.0.0.tgz');
  });

  it('an install command contains $DOCS_URL if the URL of the documentation site is unknown', () => {
    expect(tarballAddress('a-1.0.0.tgz', undefined)).toBe('"$DOCS_URL/packages/a-1.0.0.tgz"');
  });
});

describe.each(PARTNER_PACKAGES)('the README of the package %s', (folder) => {
  const readme = readFileSync(join(ROOT, 'clients', folder, 'README.md'), 'utf8');
  const { name, file } = packageIn(folder);

  it('the README of a package begins with the command that installs its current version', () => {
    const command = fillInDocsUrl(readme, 'https://docs.example').split('\n')[3];
    expect(readme.split('\n')[0]).toBe(`# ${name}`);
    expect(command).toMatch(/^npm install (--save-dev )?https:\S+\.tgz$/);
    expect(command).toContain(`https://docs.example/packages/${file}`);
  });
});
