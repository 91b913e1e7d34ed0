import type { Socket } from 'node:net';
import { expect, it } from '@jest/globals';
import { createSender } from '../../../../shared/delivery/sending/sender.ts';
import { signingKey } from '../../../../shared/domain/webhooks/signature.ts';
import { deliveryHeaders } from '../../../../shared/domain/webhooks/standard-webhooks.ts';
import { startRawServer } from '../../../support/receivers/raw-server.ts';

/**
 * AWS WAF's core rules and Cloudflare's Browser Integrity Check reject requests without `User-Agent` or `Accept`, and
 * requests with headers of a proxy.
 */
it('a delivery is sent with exactly the headers that this test lists, so that firewalls let it through', async () => {
  const server = await startRawServer((socket: Socket) => socket.write('HTTP/1.1 204 No Content\r\n\r\n'));
  const send = createSender({
    resolve: async () => ({ kind: 'addresses', addresses: ['127.0.0.1'] }),
    permits: () => true,
    allowsPlainHttp: true,
    nowMs: () => 0,
  });
  const headers = deliveryHeaders(
    signingKey(`whsec_${'5e'.repeat(32)}`),
    { callId: 'call-1', body: '{}' },
    1_795_219_200_000,
  );
  await send({ url: new URL(`http://receiver.test:${server.port}/hooks/calls?a=1`), headers, body: '{}' });
  const [head = ''] = server.received[0]?.split('\r\n\r\n') ?? [];
  await server.close();
  expect(head.replaceAll(String(server.port), 'PORT').split('\r\n')).toEqual([
    'POST /hooks/calls?a=1 HTTP/1.1',
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
  ]);
});
