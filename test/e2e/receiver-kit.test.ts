import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { verifyWebhook } from '../../clients/receiver/src/index.ts';
import { keys } from '../../shared/store/table/keys.ts';
import { type Program, type RunningSample, startSample } from '../clients/receiver/running-sample.ts';
import { type Receiver, startReceiver } from '../support/receivers/receiver.ts';
import { verifyWithStandardWebhooks } from '../support/receivers/standard-webhooks-library.ts';
import { verifyWithStripe } from '../support/receivers/stripe-library.ts';
import { stored } from '../support/service/stored.ts';
import { newPartner, type PartnerWorld } from '../support/service/world.ts';
import { until } from '../support/until.ts';

const SAMPLES = join(import.meta.dirname, '../../clients/samples');

describe('a delivery of the running service', () => {
  let partner: PartnerWorld;
  let tenantId: string;
  const endings: (() => unknown)[] = [];
  beforeAll(async () => {
    partner = await newPartner();
    ({ tenantId } = await partner.createLine());
  });
  afterEach(async () => {
    for (const end of endings.splice(0)) await end();
  });

  const register = async (url: string) =>
    (await partner.call('PUT', '/v1/webhooks', { body: { url } })).json<{ signingSecret: string }>().signingSecret;
  const record = async () => (await partner.recordCalls(tenantId, [{ summary: '예약 완료 😀' }]))[0]?.callId ?? '';

  describe('with its original body and signature header', () => {
    let receiver: Receiver;
    let secret: string;
    let body: string;
    let header: string;
    let headers: Record<string, string>;
    beforeAll(async () => {
      receiver = await startReceiver();
      secret = await register(receiver.url);
      await record();
      const request = await until(() => receiver.received[0]);
      body = request.body;
      header = String(request.headers['x-service-signature']);
      headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
      await receiver.close();
    });

    it('passes the signature check of the receiver kit', () => {
      expect(verifyWebhook(body, header, secret)).toEqual(JSON.parse(body));
    });

    it("passes the signature check of Stripe's library", () => {
      expect(verifyWithStripe(Buffer.from(body), header, secret)).toEqual(JSON.parse(body));
    });

    it('passes the check of the standardwebhooks library, which gets the secret as handed out', () => {
      expect(verifyWithStandardWebhooks({ body, headers }, secret)).toEqual(JSON.parse(body));
    });
  });

  const started = async (program: Program): Promise<RunningSample> => {
    const env = { WEBHOOK_SECRET: await register('http://127.0.0.1:9/not-yet') };
    const sample = await startSample(() => ({ ...program, env }));
    endings.push(() => sample.stop());
    await register(sample.url);
    return sample;
  };
  const isDelivered = (callId: string) =>
    until(async () => (await stored().find(keys.delivery(callId)))?.['status'] === 'delivered');

  it('is accepted by the Python sample', async () => {
    const sample = await started({ command: 'python3', args: ['webhook_receiver.py'], cwd: SAMPLES });
    const callId = await record();
    await isDelivered(callId);
    await until(() => sample.timesWorked(callId) > 0);
    expect(sample.timesWorked(callId)).toBe(1);
  });
});
