import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { PARTNER_PACKAGES } from '../../../partner-docs/packages/packages.ts';
import { buildSite } from '../../../partner-docs/site/site.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** What only those who have the repository can do or understand. */
const NEEDS_REPOSITORY =
  /npm (start|pack|run)\b|(this|the service's|of the service's?) repository|repository of the service|checkout of|local service|\.\/clients\/|(?<!\w)docs\/[a-z]+\.md|\bADR\b|\badr\//gi;
const INTERNAL =
  /runbook|operator (console|command|tool|cli)|dead.?letter|CloudFormation|\bCDK\b|\blanes?\b|wake-up|\bsweep\b|CodeDeploy|\bSQS\b/gi;

const site = [...buildSite()];
const readmes = PARTNER_PACKAGES.map(
  (folder) =>
    [`clients/${folder}/README.md`, readFileSync(join(ROOT, 'clients', folder, 'README.md'), 'utf8')] as const,
);
/** The pages contain the samples and READMEs; page.js has the sentences of the forms. */
const read = [...site.filter(([file]) => !file.endsWith('.css')), ...readmes];

describe.each(read)('the page or README for partners %s', (_file, content) => {
  it('the pages and READMEs for partners ask for nothing that only this repository has', () => {
    expect(content.match(NEEDS_REPOSITORY) ?? []).toEqual([]);
  });

  it('webhook URLs and email addresses for partners use no `.com` domain except example.com', () => {
    expect(content.match(/(hooks\.|\w@)(?!example\.com)[\w-]+\.com\b/g) ?? []).toEqual([]);
  });

  it('the pages and READMEs for partners use none of the variables KEY, BASE, LINE and TENANT', () => {
    expect(content.match(/\$\{?(KEY|BASE|LINE|TENANT)\b(?!_)/g) ?? []).toEqual([]);
  });

  it('the pages and READMEs for partners do not say how we operate the service', () => {
    expect(content.match(INTERNAL) ?? []).toEqual([]);
  });
});
