import { describe, expect, it } from '@jest/globals';
import {
  DELIVERY_DISRUPTIONS,
  type DeliveryDisruption,
  disruptionTaker,
  sendingWithDisruptions,
  signingWithDisruptions,
} from '../../../../local/sandbox/deliver-webhook/delivery-disruptions.ts';

async function sentTwice(kind: DeliveryDisruption) {
  const memory = new SharedArrayBuffer(DELIVERY_DISRUPTIONS.length * Int32Array.BYTES_PER_ELEMENT);
  new Int32Array(memory)[DELIVERY_DISRUPTIONS.indexOf(kind)] = 1;
  const take = disruptionTaker(memory);
  let received = 0;
  const send = sendingWithDisruptions(take, async () => {
    received += 1;
    return { kind: 'response', status: 204 };
  });
  const post = { url: new URL('http://127.0.0.1/'), headers: {}, body: '' };
  const outcomes = [await send(post), await send(post)];
  return { outcomes, received };
}

const RESET = { kind: 'noResponse', why: 'reset' };
const WELL = { kind: 'response', status: 204 };

describe('disruptions of deliveries in the sandbox', () => {
  it('the disruption `lost-delivery` of the sandbox prevents one request from reaching its receiver', async () => {
    expect(await sentTwice('lost-delivery')).toEqual({ outcomes: [RESET, WELL], received: 1 });
  });

  it('the disruption `duplicate-delivery` of the sandbox drops the response to one delivery', async () => {
    expect(await sentTwice('duplicate-delivery')).toEqual({ outcomes: [RESET, WELL], received: 2 });
  });

  it('the disruption `stale-signature` of the sandbox signs one request with a time that receivers reject', () => {
    const memory = new SharedArrayBuffer(DELIVERY_DISRUPTIONS.length * Int32Array.BYTES_PER_ELEMENT);
    new Int32Array(memory).fill(1);
    const nowMs = signingWithDisruptions(disruptionTaker(memory), () => 1_000_000);
    expect([nowMs(), nowMs()]).toEqual([400_000, 1_000_000]);
  });
});
