import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { SCOPES } from '../../shared/contract/routes.ts';
import { linkTo, PAGES } from './anchors.ts';
import { DEFAULT_SERVICE, factsOf, type LocalService } from './facts.ts';
import { type Html, html } from './html.ts';
import { layout } from './layout.ts';
import { renderMarkdown } from './markdown.ts';
import { type ApiDocument, readApiDocument } from './openapi.ts';
import { codeSections, codesTable, statusesTable, statusSections } from './parts/errors.ts';
import { limitsTable } from './parts/limits.ts';
import { SAMPLES, sampleSections } from './parts/samples.ts';
import { table } from './parts/table.ts';
import { retryTimeline } from './parts/timeline.ts';
import { webhookParts } from './parts/webhook-parts.ts';
import { renderProse } from './prose.ts';
import { endpointsList, referencePage } from './reference/page.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** Every file of the documentation by its name. `npm run docs` writes them; the local service serves them. */
export function buildSite(service: LocalService = DEFAULT_SERVICE): ReadonlyMap<string, string> {
  const api = readApiDocument(read('openapi.json'));
  const pages = pagesOf(api, service);
  const present = pages.map(({ file }) => file);
  return new Map([
    ...pages.map((page) => [page.file, layout(page, present)] as const),
    ['style.css', read('partner-docs/site/assets/base.css') + read('partner-docs/site/assets/style.css')],
    ['icon.svg', read('partner-docs/site/assets/icon.svg')],
    ['page.js', script()],
    ['openapi.json', read('openapi.json')],
  ]);
}

function pagesOf(api: ApiDocument, service: LocalService) {
  const facts = { ...factsOf(api, service), ...LINKS, ...rateHeadersOf(api) };
  const guide = renderProse('guide', facts, {
    endpoints: endpointsList(api),
    scopes: scopesTable(api),
    limits: limitsTable(api),
  });
  const webhooks = renderProse('webhooks', facts, {
    ...webhookParts(api),
    timeline: retryTimeline(),
    samples: sampleSections(),
  });
  const errors = renderProse('errors', facts, {
    codesTable: codesTable(api),
    statusesTable: statusesTable(api),
    codeSections: codeSections(api),
    statusSections: statusSections(api),
  });
  return [
    { file: PAGES.guide, title: 'Partner lines: guide', content: guide },
    { file: PAGES.webhooks, title: 'Partner lines: webhooks', content: webhooks },
    { file: PAGES.errors, title: 'Partner lines: errors', content: errors },
    { file: PAGES.reference, title: 'Partner lines: API reference', content: referencePage(api, service.baseUrl) },
    { file: PAGES.clients, title: 'Partner lines: client and receiver kit', content: clients() },
    ...(existsSync(join(ROOT, 'CHANGELOG.md'))
      ? [{ file: PAGES.changes, title: 'Partner lines: changes', content: readme('CHANGELOG.md', { deeper: 0 }) }]
      : []),
  ];
}

const LINKS = {
  referencePage: PAGES.reference,
  errorsPage: PAGES.errors,
  clientsPage: PAGES.clients,
  receiverKit: `${PAGES.clients}#kit-partner-lines-webhooks`,
  getWebhook: linkTo.operation({ operationId: 'getWebhook' }),
  putWebhook: linkTo.operation({ operationId: 'putWebhook' }),
  listCalls: linkTo.operation({ operationId: 'listCalls' }),
  unauthorized: linkTo.status('401'),
  forbidden: linkTo.status('403'),
  tooMany: linkTo.status('429'),
  mismatch: linkTo.code('IDEMPOTENCY_KEY_MISMATCH'),
  inProgress: linkTo.code('IDEMPOTENCY_IN_PROGRESS'),
  externalIdExists: linkTo.code('EXTERNAL_ID_EXISTS'),
};

const rateHeadersOf = ({ headerNamed }: ApiDocument) => ({
  rateLimitPolicy: headerNamed('RateLimitPolicy').schema.const ?? '',
  rateLimit: String(headerNamed('RateLimit').example),
});

const scopesTable = ({ endpoints }: ApiDocument) =>
  table(
    ['Scope', 'What it allows'],
    SCOPES.map((scope) => [
      html`<code>${scope}</code>`,
      html`${endpoints
        .filter((endpoint) => endpoint['x-scope'] === scope)
        .map(
          (endpoint, at) => html`${at > 0 && ', '}<a href="${linkTo.operation(endpoint)}">${endpoint.summary}</a>`,
        )}`,
    ]),
  );

const clients = (): Html => html`
<h1>Client and receiver kit</h1>
<p>There are two packages, both without dependencies. The client sends requests to the API. The receiver kit verifies the deliveries that the service sends to you.</p>
${readme('clients/typescript/README.md', { deeper: 1, idPrefix: 'client-' })}
${readme('clients/receiver/README.md', { deeper: 1, idPrefix: 'kit-' })}
`;

/** A README as a page. Links to the samples lead to the page that shows them. */
const readme = (path: string, options: { readonly deeper: number; readonly idPrefix?: string }): Html =>
  renderMarkdown(read(path), {
    ...options,
    linkOf: (href) => {
      const sample = SAMPLES.find(({ file }) => href.endsWith(`samples/${file}`));
      if (sample) return linkTo.sample(sample.file);
      return href.startsWith('#') ? href : undefined;
    },
  });

/** The script of the pages as one classic script, because browsers do not load modules from disk. */
function script(): string {
  const { outputFiles } = buildSync({
    entryPoints: [join(import.meta.dirname, 'browser/page.ts')],
    bundle: true,
    format: 'iife',
    target: 'es2022',
    charset: 'utf8',
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}
