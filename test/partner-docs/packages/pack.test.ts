import { execFileSync } from 'node:child_process';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Tarballs } from '../../../partner-docs/packages/downloads.ts';
import { pack } from '../../../partner-docs/packages/pack.ts';
import { packageIn } from '../../../partner-docs/packages/packages.ts';

const SETTINGS = { docsUrl: 'https://docs.acme.example', company: 'Acme Voice', support: 'help@acme.example' };

describe('a package that is packed for a stage', () => {
  const { file } = packageIn('typescript');
  let tarballs: Tarballs;
  beforeAll(async () => {
    tarballs = await pack(SETTINGS, ['typescript']);
  });

  const packed = (name: string) =>
    execFileSync('tar', ['-xzO', `package/${name}`], { input: tarballs.get(file), encoding: 'utf8' });

  it('a package that is packed for a stage has the file name that npm gives to the package', () => {
    expect([...tarballs.keys()]).toEqual([file]);
  });

  it('a package that is packed for a stage names the company, the support address and the documentation', () => {
    expect(JSON.parse(packed('package.json'))).toMatchObject({
      author: SETTINGS.company,
      bugs: { email: SETTINGS.support },
      homepage: SETTINGS.docsUrl,
    });
  });

  it('a package that is packed for a stage has a README that installs the package from the documentation', () => {
    expect(packed('README.md')).toContain(`\nnpm install ${SETTINGS.docsUrl}/packages/${file}\n`);
  });

  it('a package that is packed for a stage is the same file when it is packed again, even with the compile cache of npm start', async () => {
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
