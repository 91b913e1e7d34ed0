const express = require('express');
const { PartnerLines } = require('partner-lines-client');
const { verifyWebhook } = require('partner-lines-webhooks');
const { startSandbox } = require('partner-lines-sandbox');

const [events, secrets] = [[], []];
const app = express().post('/hook', express.raw({ type: '*/*' }), (request, response) => {
  events.push(verifyWebhook(request.body, request.get('X-Service-Signature'), secrets));
  response.sendStatus(events.length > 8 ? 204 : 503);
});
let sandbox, partner, api, tenantId;
const server = app.listen(0, '127.0.0.1');
beforeAll(async () => {
  sandbox = await startSandbox();
  partner = await sandbox.createPartner({ quota: 1, webhookUrl: `http://127.0.0.1:${server.address().port}/hook` });
  secrets.push(partner.signingSecret);
  api = new PartnerLines({ apiKey: partner.apiKey, baseUrl: sandbox.baseUrl });
  ({ tenantId } = await api.createLine({ name: 'Cafe', region: 'ca', externalId: 'cafe-1' }));
}, 60_000);
afterAll(() => Promise.all([sandbox?.close(), server.close()]));

test('a delivery that fails gets eight attempts, and another with a replay', async () => {
  const { callId } = await sandbox.recordCall({ tenantId });
  await sandbox.advanceTime('3h');
  await sandbox.replay({ callId });
  await sandbox.advanceTime(0);
  expect(events.map((event) => event.callId)).toEqual(Array(9).fill(callId));
}, 60_000);
test('an event after the PUT is signed with the rotated secret', async () => {
  await sandbox.rotateSecret(partner);
  secrets[0] = (await api.registerWebhook(await api.getWebhook())).signingSecret;
  const { callId } = await sandbox.recordCall({ tenantId });
  await sandbox.advanceTime(0);
  expect(events.at(-1).callId).toBe(callId);
}, 60_000);
test('the quota allows one line, and a terminated line is gone', async () => {
  await expect(api.createLine({ name: 'B', region: 'kr', externalId: 'b' })).rejects.toThrow(/quota/);
  await api.terminateLine(tenantId);
  await expect(api.getLine(tenantId)).rejects.toMatchObject({ status: 403 });
}, 60_000);
