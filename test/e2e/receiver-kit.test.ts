import { beforeAll, describe, expect, it } from '@jest/globals';
import { verifyWebhook } from '../../clients/receiver/src/index.ts';
import { startReceiver } from '../support/receivers/receiver.ts';
import { verifyWithStandardWebhooks, verifyWithStripe } from '../support/receivers/signature-libraries.ts';
import { newPartner } from '../support/service/world.ts';
import { until } from '../support/until.ts';

describe('the signature of a delivery', () => {
  let secret: string;
  let body: string;
  let header: string;
  let headers: Record<string, string>;
  beforeAll(async () => {
    const partner = await newPartner();
    const { tenantId } = await partner.createLine();
    const receiver = await startReceiver();
    secret = await partner.registerWebhook(receiver.url);
    await partner.recordCall(tenantId, { summary: '예약 완료 😀' });
    const request = await until(() => receiver.received[0]);
    body = request.body;
    header = String(request.headers['x-service-signature']);
    headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    await receiver.close();
  });

  it('the receiver kit accepts the signature of a delivery', () => {
    expect(verifyWebhook(body, header, secret)).toEqual(JSON.parse(body));
  });

  it("Stripe's library accepts the signature of a delivery", () => {
    expect(verifyWithStripe(Buffer.from(body), header, secret)).toEqual(JSON.parse(body));
  });

  it('the Standard Webhooks library verifies a delivery if it gets the whole signing secret', () => {
    expect(verifyWithStandardWebhooks({ body, headers }, secret)).toEqual(JSON.parse(body));
  });
});
