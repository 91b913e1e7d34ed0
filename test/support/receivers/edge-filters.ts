/** A request as a firewall or CDN in front of a receiver sees it. */
export interface SeenRequest {
  readonly url: string;
  /** Headers by lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  readonly bodyBytes: number;
}

type Rule = (request: SeenRequest) => boolean;

const header = ({ headers }: SeenRequest, name: string) => headers.get(name) ?? '';
const pathOf = ({ url }: SeenRequest) => url.split('?')[0] ?? '';
const queryOf = ({ url }: SeenRequest) => url.split('?')[1] ?? '';

/**
 * The rules of AWS WAF's `AWSManagedRulesCommonRuleSet` about headers and sizes, with the names and limits from
 * https://docs.aws.amazon.com/waf/latest/developerguide/aws-managed-rule-groups-baseline.html. WAF responds with 403 to
 * a request that matches one.
 */
export const AWS_CORE_RULES: Readonly<Record<string, Rule>> = {
  NoUserAgent_HEADER: (request) => header(request, 'user-agent') === '',
  UserAgent_BadBots_HEADER: (request) => /nessus|nmap/i.test(header(request, 'user-agent')),
  SizeRestrictions_QUERYSTRING: (request) => queryOf(request).length > 2_048,
  SizeRestrictions_Cookie_HEADER: (request) => header(request, 'cookie').length > 10_240,
  SizeRestrictions_BODY: ({ bodyBytes }) => bodyBytes > 8_192,
  SizeRestrictions_URIPATH: (request) => pathOf(request).length > 1_024,
};

/**
 * The rules of Cloudflare's Browser Integrity Check, which Cloudflare says "operates similar to Bad Behavior". These
 * are the checks of that program (blacklist, common tests, Mozilla's headers) that the headers of a POST can fail.
 * Cloudflare responds with 403 to a request that matches one.
 */
export const BROWSER_INTEGRITY_CHECK: Readonly<Record<string, Rule>> = {
  'no User-Agent': (request) => header(request, 'user-agent') === '',
  'User-Agent of a bot or a bare library': (request) =>
    /^(<sc|java[ /]1\.|libwww-perl|lwp|pycurl|user|trackback\/|wordpress|"|mozilla )|^[A-Z]{10}$/i.test(
      header(request, 'user-agent'),
    ),
  'User-Agent of random letters': (request) => /[bcdfghjklmnpqrstvwxz ]{8,}/.test(header(request, 'user-agent')),
  'no Accept': (request) => header(request, 'accept') === '',
  'Expect: 100-continue': (request) => /100-continue/i.test(header(request, 'expect')),
  'Pragma without Cache-Control': ({ headers }) => headers.has('pragma') && !headers.has('cache-control'),
  'Content-Range or Range from 0': (request) =>
    request.headers.has('content-range') || header(request, 'range').includes('=0-'),
  'TE without Connection: TE': (request) => request.headers.has('te') && !/\bTE\b/.test(header(request, 'connection')),
  'Connection is keep-alive and close, or either twice': (request) =>
    /(keep-alive|close).*(keep-alive|close)/i.test(header(request, 'connection')),
  'headers of a proxy': ({ headers }) => headers.has('proxy-connection') || headers.has('via'),
  'empty Referer': ({ headers }) => headers.get('referer') === '',
};

export const rejectedBy = (rules: Readonly<Record<string, Rule>>, request: SeenRequest): string | undefined =>
  Object.keys(rules).find((name) => rules[name]?.(request));
