import { type Html, html } from '../html.ts';
import { isEmail, type SiteSettings } from '../settings.ts';
import { table } from './table.ts';

/** Leaves out rows without a value, and the whole section if no row has a value. */
export function serviceSection(settings: SiteSettings): Html {
  const { company, baseUrl, testBaseUrl, statusPage, terms, callsDays } = settings;
  const rows: [string, Html | string | undefined][] = [
    ['Base URL', code(baseUrl)],
    ['Base URL for tests', code(testBaseUrl)],
    ['Run by', company],
    ['Support', supportLink(settings) ?? (isLocal(baseUrl) ? SUPPORT_ON_YOUR_MACHINE : undefined)],
    ['Status of the service', webLink(statusPage)],
    ['Terms', webLink(terms)],
    ['Finished calls are kept for', callsDays === undefined ? undefined : `${callsDays} days`],
  ];
  const known = rows.flatMap(([what, value]) => (value === undefined ? [] : [[what, value]]));
  if (known.length === 0) return html``;
  return html`
<h2 id="the-service">The service<a class="anchor" href="#the-service" aria-label="Link to this section">#</a></h2>
${table(['What', 'Value'], known)}`;
}

const SUPPORT_ON_YOUR_MACHINE =
  'There is no support for a service on your own machine. In tests, functions of the sandbox such as rotateSecret and replay do what support does. The documentation of the real service names its support.';

/** Reports whether a base URL is that of a local service. The base URL of a stage begins with https. */
const isLocal = (baseUrl: string | undefined) => baseUrl?.startsWith('http:') === true;

export function footer(settings: SiteSettings): Html | false {
  const { company, statusPage, terms } = settings;
  const parts = [
    company,
    supportLink(settings, 'Support'),
    webLink(statusPage, 'Status'),
    webLink(terms, 'Terms'),
  ].filter((part) => part !== undefined);
  return parts.length > 0 && html`<footer><ul>${parts.map((part) => html`<li>${part}</li>`)}</ul></footer>`;
}

const code = (text: string | undefined) => (text === undefined ? undefined : html`<code>${text}</code>`);

const webLink = (address: string | undefined, words = address) =>
  address === undefined ? undefined : html`<a href="${address}">${words}</a>`;

function supportLink({ support }: SiteSettings, words = support): Html | undefined {
  if (support === undefined) return undefined;
  return webLink(isEmail(support) ? `mailto:${support}` : support, words);
}
