import { runInNewContext } from 'node:vm';
import { describe, expect, it } from '@jest/globals';
import { buildSite } from '../../../partner-docs/site/site.ts';

/** Runs the script of the search as a page does, and returns the addresses that the search lists first. */
function firstFound(query: string): readonly string[] {
  const page: { partnerLinesFind?: (query: string) => readonly { readonly href: string }[] } = {};
  runInNewContext(SEARCH, { globalThis: page });
  return (page.partnerLinesFind?.(query) ?? []).slice(0, 3).map(({ href }) => href);
}
const SEARCH = buildSite().get('search.js') ?? '';

describe("the documentation's search", () => {
  it.each([
    ['calls before webhook registration', 'webhooks.html#which-calls-get-an-event'],
    ['missed events outage', 'webhooks.html#after-an-outage-of-more-than-two-hours'],
    ['webhook was down for five hours', 'webhooks.html#after-an-outage-of-more-than-two-hours'],
    ['delivery status skipped', 'webhooks.html#statuses-of-a-delivery'],
    ['unknown event type', 'webhooks.html#events-that-you-do-not-know'],
    ['deleted line calls', 'index.html#calls-of-a-terminated-line'],
    ['find line by externalId', 'index.html#the-life-of-a-line'],
    ['breaking changes versioning', 'index.html#how-the-interface-changes'],
    ['order of errors 403 before 400', 'index.html#the-order-of-errors'],
    ['rate limit NAT shared IP', 'index.html#how-to-live-with-the-rate-limit'],
    ['U+FFFD encoding', 'index.html#text-and-encoding'],
    ['verify with standardwebhooks library', 'webhooks.html#with-a-library-of-standard-webhooks'],
  ])('answers "%s" among its first three sections', (query, section) => {
    expect(firstFound(query)).toContain(section);
  });
});
