import { describe, expect, it } from '@jest/globals';
import { SANDBOX_SITE } from '../../../local/sandbox/packaged-files.ts';
import { PAGES } from '../../../partner-docs/site/anchors.ts';
import type { SiteSettings } from '../../../partner-docs/site/settings.ts';
import { buildSite } from '../../../partner-docs/site/site.ts';
import { codeIn, textOf } from './page-reader.ts';

const SETTINGS = {
  docsUrl: 'https://docs.acme.example',
  baseUrl: 'https://api.acme.example',
  testBaseUrl: 'https://test.acme.example',
  company: 'Acme Voice & Co',
  support: 'help@acme.example',
  statusPage: 'https://status.acme.example',
  terms: 'https://acme.example/terms',
  callsDays: 90,
} satisfies SiteSettings;

describe('the documentation of a stage with all settings', () => {
  const site = buildSite(SETTINGS);
  const page = (file: string) => site.get(file) ?? '';

  it("the guide of a stage names the addresses, company and retention in the stage's settings", () => {
    const guide = textOf(page(PAGES.guide));
    for (const { baseUrl, testBaseUrl, company, support, statusPage, terms } of [SETTINGS])
      for (const value of [baseUrl, testBaseUrl, company, support, statusPage, terms]) expect(guide).toContain(value);
    expect(guide).toContain('kept for 90 days');
  });

  it.each(Object.values(PAGES))(
    'the pages of a stage with all settings name company, support, status and terms at the end of %s',
    (file) => {
      const [, footer = ''] = page(file).split('<footer>');
      expect(footer).toContain('Acme Voice &amp; Co');
      expect(footer).toContain('href="mailto:help@acme.example"');
      expect(footer).toContain('href="https://status.acme.example"');
      expect(footer).toContain('href="https://acme.example/terms"');
    },
  );

  it('the install commands in the documentation of a stage use the documentation site of the stage', () => {
    const commands = Object.values(PAGES)
      .flatMap((file) => codeIn(page(file)))
      .join('\n');
    expect(commands).toContain('npm install --save-dev https://docs.acme.example/packages/partner-lines-sandbox-');
    expect(commands).not.toContain('DOCS_URL');
  });

  it('the samples in the documentation of a stage use the base URL of the stage', () => {
    expect(textOf(page(PAGES.reference))).toContain('BASE_URL=https://api.acme.example');
  });

  it('the openapi.json of a stage names its servers, contact and terms', () => {
    const { servers, info } = JSON.parse(page('openapi.json'));
    expect(servers.map(({ url }: { url: string }) => url)).toEqual([SETTINGS.baseUrl, SETTINGS.testBaseUrl]);
    expect(info).toMatchObject({
      contact: { name: SETTINGS.company, email: SETTINGS.support },
      termsOfService: SETTINGS.terms,
    });
  });
});

it.each(['http://127.0.0.1:8787', SANDBOX_SITE.baseUrl])(
  'the documentation of a local service with the base URL %s says where to find support',
  (baseUrl) => {
    const guide = textOf(buildSite({ baseUrl }).get(PAGES.guide) ?? '');
    expect(guide).toContain('The documentation of the real service names its support.');
  },
);

describe('the documentation without settings', () => {
  const site = buildSite();

  it('the documentation without settings leaves out the parts that need a setting', () => {
    const guide = site.get(PAGES.guide) ?? '';
    expect(guide).not.toContain('id="the-service"');
    expect([...site.values()].some((content) => content.includes('<footer>'))).toBe(false);
    expect(JSON.parse(site.get('openapi.json') ?? '').info).not.toHaveProperty('contact');
  });

  it('the documentation without settings lets the reader fill in the address of the pages', () => {
    expect(codeIn(site.get(PAGES.guide) ?? '').join('\n')).toMatch(/^export DOCS_URL=…/m);
  });
});
