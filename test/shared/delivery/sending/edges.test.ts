import { afterEach, describe, expect, it } from '@jest/globals';
import { callCompletedBody } from '../../../../shared/domain/calls/call-completed.ts';
import { signingKey } from '../../../../shared/domain/webhooks/signature.ts';
import { deliveryHeaders } from '../../../../shared/domain/webhooks/standard-webhooks.ts';
import {
  AWS_CORE_RULES,
  BROWSER_INTEGRITY_CHECK,
  rejectedBy,
  type SeenRequest,
} from '../../../support/receivers/edge-filters.ts';
import { aSender, closeReceivers, receiver, says } from './sender-world.ts';

const EDGES = [
  ['the core rules of AWS WAF', AWS_CORE_RULES],
  ['the Browser Integrity Check of Cloudflare', BROWSER_INTEGRITY_CHECK],
] as const;

const KEY = signingKey(`whsec_${'5e'.repeat(32)}`);
const HEADERS = deliveryHeaders(KEY, { callId: 'call-1', body: '{}' }, 1_795_219_200_000);
const bodyOf = (summary: string) => callCompletedBody({ tenantId: 'tn_1', callId: 'call-1', storedAtMs: 0, summary });
const BODY = bodyOf('Asked for a table for two. '.repeat(40));

afterEach(closeReceivers);

/** Sends a delivery with the service's own sender, and returns what arrived on the wire. */
async function sent(headers: Readonly<Record<string, string>>, body = BODY) {
  const { server, url } = await receiver(says('HTTP/1.1 204 No Content\r\n\r\n'));
  await aSender()({ url, headers, body });
  const [head = ''] = server.received[0]?.split('\r\n\r\n') ?? [];
  const [requestLine = '', ...lines] = head.replaceAll(String(server.port), 'PORT').split('\r\n');
  return { requestLine, lines, bodyBytes: Buffer.byteLength(body) };
}

async function seen(headers: Readonly<Record<string, string>>, body?: string): Promise<SeenRequest> {
  const { requestLine, lines, bodyBytes } = await sent(headers, body);
  const pairs = lines.map((line) => line.split(/: (.*)/));
  return {
    url: requestLine.split(' ')[1] ?? '',
    headers: new Map(pairs.map(([name = '', value = '']) => [name.toLowerCase(), value])),
    bodyBytes,
  };
}

describe('webhook requests and common firewalls', () => {
  it('a webhook request has exactly the documented headers', async () => {
    expect(await sent(HEADERS, '{}')).toEqual({
      requestLine: 'POST /hook?a=1 HTTP/1.1',
      lines: [
        'host: receiver.test:PORT',
        'connection: keep-alive',
        'User-Agent: PartnerLines-Webhooks/1',
        'Accept: */*',
        'Content-Type: application/json',
        'X-Service-Event: call.completed',
        'X-Service-Delivery: call-1',
        'X-Service-Signature: t=1795219200,v1=5fa4cd76f279e286dbcb552b237aa8f4e68f826a2fd1b25a4feef03c4916da23',
        'webhook-id: call-1',
        'webhook-timestamp: 1795219200',
        'webhook-signature: v1,4mwFQX94OPqTjVlktImjzPRKNmL+ZpNEZ+9IpbRkOe0=',
        'content-length: 2',
      ],
      bodyBytes: 2,
    });
  });

  it.each(EDGES)('the headers of a webhook request pass %s', async (_name, rules) => {
    expect(rejectedBy(rules, await seen(HEADERS))).toBeUndefined();
  });

  it.each(EDGES)('a webhook request without a User-Agent header would be blocked by %s', async (_name, rules) => {
    const { 'User-Agent': _, ...others } = HEADERS;
    expect(rejectedBy(rules, await seen(others))).toMatch(/^No ?User-?Agent/i);
  });

  it("a webhook request without an Accept header would be blocked by Cloudflare's Browser Integrity Check", async () => {
    const { Accept: _, ...others } = HEADERS;
    expect(rejectedBy(BROWSER_INTEGRITY_CHECK, await seen(others))).toBe('no Accept');
  });

  it('the core rules of AWS WAF block a webhook request with a body of more than 8,192 bytes', async () => {
    expect(rejectedBy(AWS_CORE_RULES, await seen(HEADERS, bodyOf('x'.repeat(8_192))))).toBe('SizeRestrictions_BODY');
  });
});
