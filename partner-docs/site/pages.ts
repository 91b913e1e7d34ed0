import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SCOPES } from '../../shared/contract/routes.ts';
import type { Tarballs } from '../packages/downloads.ts';
import { fillInDocsUrl } from '../packages/downloads.ts';
import type { PartnerPackage } from '../packages/packages.ts';
import { linkTo, PAGES, type PageName } from './anchors.ts';
import { factsOf } from './facts.ts';
import { type Html, html } from './html.ts';
import { renderMarkdown } from './markdown.ts';
import type { ApiDocument } from './openapi.ts';
import { renderPageText } from './page-text.ts';
import { deliveryStatusTable } from './parts/delivery-statuses.ts';
import { downloadsSection } from './parts/downloads.ts';
import { codeSections, codesTable, statusesTable, statusSections } from './parts/errors.ts';
import { limitsTable } from './parts/limits.ts';
import { followCallsSection, pageOfSample, sampleSections, sandboxTests } from './parts/samples.ts';
import { serviceSection } from './parts/service.ts';
import { table } from './parts/table.ts';
import { retryTimeline } from './parts/timeline.ts';
import { webhookParts } from './parts/webhook-parts.ts';
import { endpointsList, referencePage } from './reference/page.ts';
import type { SiteSettings } from './settings.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

export interface Page {
  readonly name: PageName;
  readonly content: Html;
}

export function pagesOf(api: ApiDocument, settings: SiteSettings, tarballs: Tarballs): readonly Page[] {
  const facts = { ...factsOf(api, settings), ...LINKS, ...rateHeadersOf(api) };
  const guide = renderPageText('guide', facts, {
    service: serviceSection(settings),
    endpoints: endpointsList(api),
    scopes: scopesTable(api),
    limits: limitsTable(api),
    followCalls: followCallsSection(),
  });
  const webhooks = renderPageText('webhooks', facts, {
    ...webhookParts(api),
    timeline: retryTimeline(),
    deliveryStatuses: deliveryStatusTable(),
    samples: sampleSections(),
  });
  const errors = renderPageText('errors', facts, {
    codesTable: codesTable(api),
    statusesTable: statusesTable(api),
    codeSections: codeSections(api),
    statusSections: statusSections(api),
  });
  return [
    { name: 'guide', content: guide },
    { name: 'webhooks', content: webhooks },
    { name: 'testing', content: renderPageText('testing', facts, { sandboxTests: sandboxTests() }) },
    { name: 'errors', content: errors },
    { name: 'reference', content: referencePage(api, settings.baseUrl) },
    { name: 'clients', content: clients(settings, tarballs) },
    { name: 'changes', content: renderPageText('changes', facts) },
  ];
}

const LINKS = {
  referencePage: PAGES.reference,
  errorsPage: PAGES.errors,
  clientsPage: PAGES.clients,
  sandboxPackage: `${PAGES.clients}#sandbox-partner-lines-sandbox`,
  testingPage: PAGES.testing,
  webhooksPage: PAGES.webhooks,
  receiverKit: `${PAGES.clients}#kit-partner-lines-webhooks`,
  orderOfFailures: `${PAGES.guide}#the-order-of-errors`,
  changesPage: PAGES.changes,
  interfaceChanges: `${PAGES.guide}#how-the-interface-changes`,
  terminatedCalls: `${PAGES.guide}#calls-of-a-terminated-line`,
  unknownEvents: `${PAGES.webhooks}#events-that-you-do-not-know`,
  getTenant: linkTo.operation({ operationId: 'getTenant' }),
  terminateTenant: linkTo.operation({ operationId: 'terminateTenant' }),
  carrierRelease: linkTo.code('CARRIER_RELEASE_FAILED'),
  getWebhook: linkTo.operation({ operationId: 'getWebhook' }),
  putWebhook: linkTo.operation({ operationId: 'putWebhook' }),
  standardSample: linkTo.sample('webhooks', 'standard-webhooks.ts'),
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

const clients = ({ docsUrl }: SiteSettings, tarballs: Tarballs): Html => html`
<h1>Packages</h1>
<p>There are three packages. The client sends requests to the API. The receiver kit verifies the deliveries that the service sends to you. The sandbox runs the service in your tests: the page <a href="${PAGES.testing}">Test your integration</a> gives an overview.</p>
${downloadsSection(docsUrl, tarballs)}
${readme('typescript', docsUrl)}
${readme('receiver', docsUrl)}
${readme('sandbox', docsUrl)}
`;

/** Prefixes that make the ids of headings unique, because some READMEs have the same headings. */
const ID_PREFIX: Readonly<Record<PartnerPackage, string>> = {
  typescript: 'client-',
  receiver: 'kit-',
  sandbox: 'sandbox-',
};

/** Returns the README of a package as HTML. Links to the samples lead to the page that shows them. */
const readme = (folder: PartnerPackage, docsUrl: string | undefined): Html =>
  renderMarkdown(fillInDocsUrl(read(`clients/${folder}/README.md`), docsUrl), {
    deeper: 1,
    idPrefix: ID_PREFIX[folder],
    linkOf: (href) => {
      const [, file = ''] = /samples\/(.+)$/.exec(href) ?? [];
      if (href === 'samples') return `${PAGES.testing}#a-complete-test`;
      const page = pageOfSample(file);
      if (page) return linkTo.sample(page, file);
      return href.startsWith('#') ? `#${ID_PREFIX[folder]}${href.slice(1)}` : undefined;
    },
  });
