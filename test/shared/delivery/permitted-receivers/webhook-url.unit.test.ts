import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { WEBHOOK_URL_CHARACTERS } from '../../../../shared/contract/webhooks.ts';
import { parseWebhookUrl } from '../../../../shared/delivery/permitted-receivers/webhook-url.ts';
import { Failure } from '../../../../shared/domain/requests/failure.ts';

const OURS = 'api.partner-lines.com';
const judge = (url: string, allowLocalWebhooks = false) => {
  try {
    return parseWebhookUrl(url, { allowLocalWebhooks, ownHost: OURS }).href;
  } catch (error) {
    return error instanceof Failure ? error.message : error;
  }
};

describe('the check of a webhook URL', () => {
  it.each([
    ['https://partner.com/hook', 'https://partner.com/hook'],
    ['HTTPS://Partner.COM', 'https://partner.com/'],
    ['https://partner.com./hook', 'https://partner.com/hook'],
    ['https://partner.com:8443/a?b=c', 'https://partner.com:8443/a?b=c'],
    ['https://partner.com:443/', 'https://partner.com/'],
    ['https://partner.com/경로?키=값', 'https://partner.com/%EA%B2%BD%EB%A1%9C?%ED%82%A4=%EA%B0%92'],
    ['https://파트너.한국/hook', 'https://xn--h50bv25dgha.xn--3e0b707e/hook'],
    ['https://Bücher.de', 'https://xn--bcher-kva.de/'],
    ['https://faß.de/', 'https://xn--fa-hia.de/'],
    ['https://xn--bcher-kva.de/', 'https://xn--bcher-kva.de/'],
    ['https://XN--LS8H.la/', 'https://xn--ls8h.la/'],
    ['https://a--b.hooks.partner.co.kr/', 'https://a--b.hooks.partner.co.kr/'],
    ['https://8.8.8.8/hook', 'https://8.8.8.8/hook'],
    ['https://[2606:4700:0:0::1111]/', 'https://[2606:4700::1111]/'],
    ['https://localhost.partner.com/', 'https://localhost.partner.com/'],
    ['https://latest.com/', 'https://latest.com/'],
    ['https://partner.com/user@name', 'https://partner.com/user@name'],
    [`https://partner.com/${'x'.repeat(2_028)}`, `https://partner.com/${'x'.repeat(2_028)}`],
    [`https://bücher.de/${'x'.repeat(2_023)}`, `https://xn--bcher-kva.de/${'x'.repeat(2_023)}`],
  ])('the webhook URL %s is stored as %s', (sent, kept) => {
    expect(judge(sent)).toBe(kept);
  });

  it.each([
    [`https://partner.com/${'x'.repeat(2_029)}`, 'url must be at most 2048 characters'],
    [
      `https://partner.com/${'가'.repeat(2_028)}`,
      'url has 18272 characters once it is percent-encoded; at most 2048 are allowed',
    ],
    [
      `https://bücher.de/${'x'.repeat(2_024)}`,
      'url has 2049 characters once it is percent-encoded; at most 2048 are allowed',
    ],
    ['http://partner.com/', 'url must start with https:// and a host'],
    ['', 'url must start with https:// and a host'],
    ['https://user:pw@partner.com/', 'url must not contain a user name or password'],
    ['https://partner.com:25/', 'The port of url is not allowed'],
    ['https://par\u00adtner.com/', 'The host of url must be normalized'],
    ['https://a..b.com/', 'The host of url is not a valid host name'],
    ['https://xn--a.com/', 'The host of url is not a valid host name'],
    ['https://xn--bcher-kva.xn--99999999/', 'The host of url is not a valid host name'],
    ['https://server/', 'The host of url must be a public host name, not a local or reserved one'],
    [`https://${OURS}/v1/whoami`, 'url must not point at this service'],
    [`https://${OURS.toUpperCase()}./`, 'url must not point at this service'],
  ])('the webhook URL %j is rejected with the sentence %j', (sent, reason) => {
    expect(judge(sent)).toBe(reason);
  });

  it.each([
    'http://127.0.0.1:9/hook',
    'http://localhost:3000/hook',
    'http://hooks.localhost/',
    'http://[::1]:3000/',
    'https://partner.com/',
  ])('the check of a webhook URL accepts %s in the local service', (sent) => {
    expect(judge(sent, true)).toBe(sent);
  });

  it.each([
    ['ftp://localhost/', 'url must start with http:// or https:// and a host'],
    ['http://user@localhost/', 'url must not contain a user name or password'],
    ['http://127.1/', 'The host of url must be normalized'],
    ['http://localhost:0/', 'The port of url is not allowed'],
    ['https://bare/', 'The host of url must be a public host name, not a local or reserved one'],
  ])('the webhook URL %s is also rejected in the local service, with the sentence %j', (sent, reason) => {
    expect(judge(sent, true)).toBe(reason);
  });
});

describe('the stored form of a webhook URL', () => {
  const host = fc.oneof(
    fc.constantFrom('partner.com', 'PARTNER.com.', 'hooks.파트너.한국', 'Bücher.de', 'xn--bcher-kva.de', '8.8.8.8'),
    fc.constantFrom('[2606:4700:0:0::1111]', 'faß.de', 'partner.com:443', 'partner.com:08443', 'a--b.partner.co.kr'),
    fc.domain(),
    fc.webAuthority({ withIPv4: true, withIPv6: true, withPort: true }),
  );
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.webPath(),
    fc.stringMatching(/^[%./;:@?#&=]*$/),
  );
  const filler = fc.tuple(fc.constantFrom('x', '가', 'é', '😀', ' ', '%'), fc.integer({ min: 0, max: 2_048 }));
  const url = fc
    .tuple(host, text, filler, text)
    .map(([name, before, [character, times], after]) => `https://${name}/${before}${character.repeat(times)}${after}`);

  it('the stored form of an accepted webhook URL is also accepted', () => {
    let accepted = 0;
    fc.assert(
      fc.property(url, (sent) => {
        const stored = judge(sent);
        if (typeof stored !== 'string' || !stored.startsWith('https://')) return;
        accepted += 1;
        expect(stored.length).toBeLessThanOrEqual(WEBHOOK_URL_CHARACTERS);
        expect(judge(stored)).toBe(stored);
      }),
      { numRuns: 2_000 },
    );
    // If hardly any URL had been accepted, the property above would prove nothing.
    expect(accepted).toBeGreaterThan(500);
  });
});
