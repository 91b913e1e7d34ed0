import { execFileSync } from 'node:child_process';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Tarballs } from '../../../partner-docs/packages/downloads.ts';
import { pack } from '../../../partner-docs/packages/pack.ts';
import { packageIn } from '../../../partner-docs/packages/packages.ts';

const SETTINGS = { docsUrl: 'https://docs.acme.example', company: 'Acme Voice', support: 'help@acme.example' };

describe('the package that is packed for a stage', () => {
  const { file } = packageIn('typescript');
  let tarballs: Tarballs;
  beforeAll(async () => {
    tarballs = await pack(SETTINGS, ['typescript']);
  });

  const packed = (name: string) =>
    execFileSync('tar', ['-xzO', `package/${name}`], { input: tarballs.get(file), encoding: 'utf8' });

  it('the tarball of a package has the file name that npm would choose', () => {
    expect([...tarballs.keys()]).toEqual([file]);
  });

  it('a packed package names the company, support address and documentation of the stage', () => {
    expect(JSON.parse(packed('package.json'))).toMatchObject({
      author: SETTINGS.company,
      bugs: { email: SETTINGS.support },
      homepage: SETTINGS.docsUrl,
    });
  });

  it('the README of a packed package installs the package from the documentation site of the stage', () => {
    expect(packed('README.md')).toContain(`\nnpm install ${SETTINGS.docsUrl}/packages/${file}\n`);
  });

  it('a package that is packed twice has the same bytes, even with the compile cache of `npm start`', async () => {
    const { NODE_COMPILE_CACHE: before } = process.env;
    process.env['NODE_COMPILE_CACHE'] = 'dist/compiled';
    try {
      expect(await pack(SETTINGS, ['typescript'])).toEqual(tarballs);
    } finally {
      if (before === undefined) delete process.env['NODE_COMPILE_CACHE'];
      else process.env['NODE_COMPILE_CACHE'] = before;
    }
  });
});
