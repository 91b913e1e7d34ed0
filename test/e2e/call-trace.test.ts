import { afterAll, describe, expect, it } from '@jest/globals';
import { startReceiver } from '../support/receivers/receiver.ts';
import { callStory } from '../support/service/call-story.ts';
import { runOperatorHere } from '../support/service/operator.ts';
import { newPartner, running } from '../support/service/world.ts';

const { dataDir } = running();
const RECORDED = 'record-call: Call recorded';
const WOKEN = 'relay: Wake-ups sent';
const attempted = (attempt: number, status: string, outcome: string) =>
  `deliver-webhook: Delivery attempted, ${attempt}, ${status}, ${outcome}`;

/** What the receiver returns to the first requests about a call. */
const FIRST_RESPONSES: Readonly<Record<string, readonly number[]>> = { retried: [503, 429], gone: [410] };

const partner = await newPartner();
const { tenantId } = await partner.createLine();
const receiver = await startReceiver(
  ({ callId }, nth) => FIRST_RESPONSES[callId.split('"')[0] ?? '']?.[nth - 1] ?? 200,
);

/** Settled deliveries. `delivery.test.ts` has the story of a dead delivery. */
describe('the trace of a call on the local service', () => {
  afterAll(() => receiver.close());

  /** Records a call whose id has characters that a search could take for its own. */
  const record = async (name: string, line = tenantId) => {
    const callId = `${name}"${crypto.randomUUID()}\\|.*`;
    await partner.recordCall(line, { callId, summary: 'Wants a table.' });
    return callId;
  };

  it('the trace of a call shows that the delivery was skipped if the partner has no webhook', async () => {
    expect(await callStory(dataDir, await record('unsubscribed'), 1)).toEqual([`${RECORDED}, no webhook`]);
    await partner.registerWebhook(receiver.url);
  });

  it('the trace of a call shows all steps of a delivery that succeeded at its third attempt', async () => {
    const story = await callStory(dataDir, await record('retried'), 5);
    expect(story).toEqual([
      ...[RECORDED, WOKEN],
      attempted(1, 'pending', 'status 503'),
      attempted(2, 'pending', 'status 429'),
      attempted(3, 'delivered', 'status 200'),
    ]);
  });

  it('the trace of a call shows that a second recording for another line was rejected', async () => {
    const callId = await record('gone');
    const story = [RECORDED, WOKEN, attempted(1, 'refused', 'status 410')];
    expect(await callStory(dataDir, callId, 3)).toEqual(story);
    const { tenantId: other } = await partner.createLine();
    const file = JSON.stringify({ callId, summary: 'Wants a table.' });
    expect((await runOperatorHere(dataDir, ['call', 'record', '--tenant', other, '--file', '-'], file)).code).toBe(1);
    expect(await callStory(dataDir, callId, 4)).toEqual([
      ...story,
      'record-call: Call rejected, malformed, Another line has a call with this callId',
    ]);
  });
});
