import { runInNewContext } from 'node:vm';
import { describe, expect, it } from '@jest/globals';
import { STATUS_CATALOGUE } from '../../../partner-docs/openapi/status-catalogue.ts';
import { buildSite } from '../../../partner-docs/site/site.ts';
import { CODED_FAILURES } from '../../../shared/contract/failures.ts';

/** Runs the script of the search as a page does, and returns the addresses that the search lists first. */
function firstFound(query: string): readonly string[] {
  const page: { partnerLinesFind?: (query: string) => readonly { readonly href: string }[] } = {};
  runInNewContext(SEARCH, { globalThis: page });
  return (page.partnerLinesFind?.(query) ?? []).slice(0, 3).map(({ href }) => href);
}
const SEARCH = buildSite().get('search.js') ?? '';

describe("the results of the documentation's search", () => {
  it.each([
    ['calls before webhook registration', 'webhooks.html#which-calls-get-an-event'],
    ['missed events outage', 'webhooks.html#after-a-long-outage'],
    ['webhook was down for five hours', 'webhooks.html#after-a-long-outage'],
    ['delivery status skipped', 'webhooks.html#statuses-of-a-delivery'],
    ['unknown event type', 'webhooks.html#events-that-you-do-not-know'],
    ['deleted line calls', 'index.html#calls-of-a-terminated-line'],
    ['find line by externalId', 'index.html#the-life-of-a-line'],
    ['breaking changes versioning', 'index.html#how-the-interface-changes'],
    ['order of errors 403 before 400', 'index.html#the-order-of-errors'],
    ['rate limit NAT shared IP', 'index.html#how-to-live-with-the-rate-limit'],
    ['U+FFFD encoding', 'index.html#text-and-encoding'],
    ['versioning', 'index.html#how-the-interface-changes'],
    ['deprecation', 'index.html#how-the-interface-changes'],
    ['breaking change', 'index.html#how-the-interface-changes'],
    ['precedence', 'index.html#the-order-of-errors'],
    ['which error wins', 'index.html#the-order-of-errors'],
    ['downtime', 'webhooks.html#after-a-long-outage'],
    ['receiver down five hours', 'webhooks.html#after-a-long-outage'],
    ['mojibake', 'index.html#text-and-encoding'],
    ['checksum', 'clients.html#install'],
    ['remove webhook', 'webhooks.html#webhooks'],
    ['how do I get an api key', 'index.html#your-api-key'],
    ['rotate api key', 'index.html#your-api-key'],
    ['webhook retry schedule', 'webhooks.html#retries'],
    ['webhook timeout', 'webhooks.html#how-to-respond'],
    ['ip whitelist', 'webhooks.html#let-deliveries-through-your-firewall'],
    ['webhook secret lost', 'webhooks.html#verify-the-signature'],
    ['duplicate events', 'webhooks.html#how-to-respond'],
    ['unknown field', 'webhooks.html#events-that-you-do-not-know'],
    ['order of checks', 'index.html#the-order-of-errors'],
    ['does it run on macos', 'clients.html#sandbox-partner-lines-sandbox'],
    ['resend an event', 'webhooks.html#which-calls-get-an-event'],
    ['missed calls', 'clients.html#client-read-new-calls-only'],
    ['verify with standardwebhooks library', 'webhooks.html#with-a-library-of-standard-webhooks'],
  ])(`for "%s", the documentation's search finds the right section among its first three results`, (query, section) => {
    expect(firstFound(query)).toContain(section);
  });

  it.each(CODED_FAILURES)(
    "for the error code $code, the documentation's search lists the section of this code first",
    ({ code }) => {
      expect(firstFound(code)[0]).toBe(`errors.html#${code}`);
    },
  );

  it.each(Object.keys(STATUS_CATALOGUE))(
    "the documentation's search lists the section of the status %s among its first three results",
    (status) => {
      expect(firstFound(status)).toContain(`errors.html#status-${status}`);
    },
  );

  it.each(['runbook', 'CloudFormation', 'redrive', 'CodeDeploy'])(
    "the documentation's search finds nothing for %s",
    (word) => {
      expect(firstFound(word)).toEqual([]);
    },
  );
});
