import { domainToUnicode } from 'node:url';
import { WEBHOOK_URL_INVALID } from '../../contract/failures.ts';
import { hasAtMostCodePoints } from '../../contract/text.ts';
import { WEBHOOK_URL_CHARACTERS } from '../../contract/webhooks.ts';
import { Failure } from '../../domain/requests/failure.ts';
import { isLocalhost, isPublicName } from './public-hosts.ts';

interface Circumstances {
  /** Whether `http:`, `localhost` and all ports except 0 are permitted, as in the local service. */
  readonly allowLocalWebhooks: boolean;
  /** The Host header of the caller's request: the name, and perhaps the port, of our own API. */
  readonly ownHost?: string | undefined;
}

/** Ports that the Fetch standard blocks: servers of other protocols could execute a POST as a command. */
const BAD_PORTS: ReadonlySet<number> = new Set(
  (
    '1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113 115 117 119 ' +
    '123 135 137 139 143 161 179 389 427 465 512 513 514 515 526 530 531 532 540 548 554 556 563 587 601 636 989 ' +
    '990 993 995 1719 1720 1723 2049 3659 4045 4190 5060 5061 6000 6566 6665 6666 6667 6668 6669 6679 6697 10080'
  )
    .split(' ')
    .map(Number),
);

const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
/**
 * Matches a label that remains in Punycode after decoding. The label encodes no valid text, but URL parsers accept it.
 */
const UNDECODED = /(^|\.)xn--/;
/** Matches scheme and authority as sent. */
const AUTHORITY = /^(https?):\/\/([^/?#]+)/i;

const invalidUrl = (sentence: string) => new Failure(WEBHOOK_URL_INVALID, sentence);

/**
 * Returns the URL as it is stored and requested. Throws WEBHOOK_URL_INVALID if the URL is not allowed. Does not look up
 * the host. Checks both the raw and the parsed URL, because parsers repair malformed URLs differently. Accepts a URL
 * that it has returned, so that a partner can send back what GET returned.
 */
export function parseWebhookUrl(text: string, { allowLocalWebhooks, ownHost }: Circumstances): URL {
  const { rawHost, url } = parseUrl(text, allowLocalWebhooks);
  if (isBadPort(url.port, allowLocalWebhooks)) throw invalidUrl('The port of url is not allowed');
  if (!isWrittenAs(rawHost, url.hostname)) throw invalidUrl('The host of url must be normalized');
  if (!isAddress(url.hostname)) {
    url.hostname = url.hostname.replace(/\.$/, '');
    if (!(allowLocalWebhooks && isLocalhost(url.hostname))) assertValidPublicName(url.hostname);
  }
  if (url.host === ownHost?.toLowerCase()) throw invalidUrl('url must not point at this service');
  if (url.href.length > WEBHOOK_URL_CHARACTERS) {
    throw invalidUrl(
      `url has ${url.href.length} characters once it is percent-encoded; at most ${WEBHOOK_URL_CHARACTERS} are allowed`,
    );
  }
  return url;
}

function parseUrl(text: string, allowLocalWebhooks: boolean): { rawHost: string; url: URL } {
  if (!hasAtMostCodePoints(WEBHOOK_URL_CHARACTERS, text)) {
    throw invalidUrl(`url must be at most ${WEBHOOK_URL_CHARACTERS} characters`);
  }
  if (/[\s\\\p{Cc}]/u.test(text)) throw invalidUrl('url must not contain spaces, control characters or backslashes');
  const [, scheme = '', authority = ''] = AUTHORITY.exec(text) ?? [];
  if (scheme.toLowerCase() !== 'https' && !(allowLocalWebhooks && scheme !== '')) {
    throw invalidUrl(`url must start with ${allowLocalWebhooks ? 'http:// or https://' : 'https://'} and a host`);
  }
  if (authority.includes('@')) throw invalidUrl('url must not contain a user name or password');
  if (!URL.canParse(text)) throw invalidUrl('url is not a valid URL');
  return { rawHost: authority.replace(/:\d*$/, '').toLowerCase(), url: new URL(text) };
}

/** Reports whether the port is forbidden. No program can listen on port 0. A local receiver may use any other port. */
const isBadPort = (port: string, allowLocalWebhooks: boolean) =>
  port === '0' || (!allowLocalWebhooks && port !== '' && BAD_PORTS.has(Number(port)));

const isAddress = (hostname: string) => hostname.startsWith('[') || /^\d+(\.\d+){3}$/.test(hostname);

/**
 * Reports whether the host as sent equals the parsed host, in ASCII or as an IDN. An IPv6 address may be spelled in
 * any way.
 */
const isWrittenAs = (rawHost: string, hostname: string) =>
  rawHost === hostname || hostname.startsWith('[') || rawHost.normalize('NFC') === domainToUnicode(hostname);

function assertValidPublicName(name: string): void {
  if (
    name.length > 253 ||
    !name.split('.').every((label) => LABEL.test(label)) ||
    UNDECODED.test(domainToUnicode(name))
  ) {
    throw invalidUrl('The host of url is not a valid host name');
  }
  if (!isPublicName(name)) {
    throw invalidUrl('The host of url must be a public host name, not a local or reserved one');
  }
}
