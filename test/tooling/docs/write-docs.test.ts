import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { siteSettingsOf, writeDocs } from '../../../tooling/docs/write-docs.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

describe('`npm run docs`', () => {
  const folder = temporaryFolder('docs-');

  async function run(...args: string[]) {
    const said: string[] = [];
    const say = (line: string) => void said.push(line);
    const exitCode = await writeDocs(args, folder, { out: say, err: say });
    return { exitCode, said: said.join('\n') };
  }

  it('`npm run docs -- --stage` names missing settings that partners need', async () => {
    const { exitCode, said } = await run('--stage', 'dev', '--pages-only');
    expect([exitCode, said]).toEqual([0, expect.stringMatching(/leave out docsUrl, .*lib\/stages\.ts/)]);
    expect(readdirSync(folder)).toContain('index.html');
  });

  it('`npm run docs` keeps the earlier pages if the stage does not exist', async () => {
    expect(await run('--stage', 'produ')).toEqual({ exitCode: 1, said: expect.stringContaining('produ') });
    expect(existsSync(join(folder, 'index.html'))).toBe(true);
  });

  it('`npm run docs` exits with code 2 for a wrong command line', async () => {
    expect(await run('--stages')).toEqual({ exitCode: 2, said: expect.stringContaining('npm run docs -- --help') });
  });
});

const domain = { name: 'api.acme.example', certificateArn: 'arn:aws:acm:eu-west-1:123456789012:certificate/1' };

describe('the settings of a stage that appear on the pages for partners', () => {
  it('the pages for partners contain the docs settings and the retention of a stage', () => {
    const docs = { docsUrl: 'https://docs.acme.example', baseUrl: 'https://edge.acme.example', company: 'Acme' };
    expect(siteSettingsOf({ docs, domain, callsDays: 30 })).toEqual({ ...docs, callsDays: 30 });
  });

  it('the pages for partners contain the custom domain of a stage that has no docs settings', () => {
    expect(siteSettingsOf({ docs: undefined, domain, callsDays: undefined })).toEqual({
      baseUrl: 'https://api.acme.example',
    });
  });
});
