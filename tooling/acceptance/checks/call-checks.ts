import { randomUUID } from 'node:crypto';
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import * as z from 'zod';
import { verifyWebhook } from '../../../clients/receiver/src/index.ts';
import { invoke } from '../../../operator/invoke.ts';
import { CALL_COMPLETED } from '../../../shared/contract/calls/call-completed.ts';
import { EVENT_HEADERS } from '../../../shared/contract/calls/event-headers.ts';
import { loggedOutcome } from '../../../shared/domain/deliveries/attempt-log.ts';
import { lineForCallResponse } from '../../../shared/domain/lines/line-for-call.ts';
import { requireStatus } from '../api.ts';
import { type Check, type Finding, ok, skipped, Unmet } from '../check.ts';
import type { Received } from '../receiver.ts';
import { REASON, type World } from '../test-partner.ts';

const registered = z.object({ signingSecret: z.string() });
const calls = z.object({ calls: z.array(z.object({ callId: z.string(), callerNumber: z.string().nullish() })) });

const callNamed = (callId: string) => ({
  callId,
  summary: 'A test call of npm run accept.',
  callType: 'phone',
  callerNumber: '****4567',
  resolution: 'Resolved',
});

async function recordTestCall({ run, line }: World, callId = `accept-${randomUUID()}`): Promise<string> {
  await run('call record', { tenant: await line(), file: '-', reason: REASON }, [callNamed(callId)]);
  return callId;
}

async function fetchDelivery({ run }: World, callId: string) {
  const [delivery] = await run('delivery show', { call: callId });
  if (delivery === undefined) throw new Unmet(`the call ${callId} has no delivery`);
  return delivery;
}

/** Registers the receiver on this machine as the partner's webhook. Returns the reason if this is not possible. */
async function registerWebhook(world: World): Promise<{ readonly secret: string } | { readonly reason: string }> {
  const { send, receiver } = world;
  if (receiver === undefined) return { reason: 'a stage cannot reach a receiver on this machine' };
  const response = await send('PUT', '/v1/webhooks', { body: { url: receiver.url } });
  if (response.status === 422)
    return { reason: 'the service was started without --allow-local-webhooks, so it sends nothing to this machine' };
  requireStatus(response, 200);
  return { secret: registered.parse(response.body).signingSecret };
}

function verifyEvent({ body, headers }: Received, secret: string, callId: string): void {
  const event = verifyWebhook(body, headers[EVENT_HEADERS.signature.toLowerCase()], secret);
  if (!('callId' in event) || event.callId !== callId)
    throw new Unmet(`the event is about another call than ${callId}`);
  if (headers[EVENT_HEADERS.event.toLowerCase()] !== CALL_COMPLETED)
    throw new Unmet(`the header ${EVENT_HEADERS.event} is not ${CALL_COMPLETED}`);
}

/** Throws unless the event is delivered in time, and with exactly this number of attempts. */
async function waitUntilDelivered(world: World, callId: string, attempts: number) {
  const delivery = await world.until(async () => {
    const found = await fetchDelivery(world, callId);
    return found.status === 'delivered' ? found : undefined;
  });
  if (delivery?.attempts === attempts) return delivery;
  const { status, attempts: made, log } = await fetchDelivery(world, callId);
  const last = log.at(-1)?.outcome ?? 'none';
  throw new Unmet(`the delivery of ${callId} is ${status} after ${made} attempts; the last outcome: ${last}`);
}

export const DELIVERED_CHECK: Check<World> = {
  name: 'an event is delivered',
  async run(world): Promise<Finding> {
    const webhook = await registerWebhook(world);
    if ('reason' in webhook) return skipped(webhook.reason);
    const callId = await recordTestCall(world);
    await waitUntilDelivered(world, callId, 1);
    const [first, second] = world.receiver?.of(callId) ?? [];
    if (first === undefined || second !== undefined) throw new Unmet(`the receiver did not get ${callId} exactly once`);
    verifyEvent(first, webhook.secret, callId);
    return ok(`call ${callId}, signature verified`);
  },
};

const RETRIED_CHECK: Check<World> = {
  name: 'a failed event is retried',
  async run(world): Promise<Finding> {
    const webhook = await registerWebhook(world);
    if ('reason' in webhook) return skipped(webhook.reason);
    const callId = `accept-${randomUUID()}`;
    world.receiver?.failOnce(callId);
    await recordTestCall(world, callId);
    const first = await world.until(async () => {
      const delivery = await fetchDelivery(world, callId);
      return delivery.attempts > 0 && delivery.log.length > 0 ? delivery : undefined;
    });
    if (first === undefined) throw new Unmet(`the event of the call ${callId} was not sent in time`);
    const nextAtMs = Date.parse(first.nextAttemptAt ?? '');
    if (nextAtMs - world.target.nowMs() > LONGEST_WAIT_MS)
      return skipped(
        `the second attempt is due only at ${first.nextAttemptAt}: start the service with --retry-base-seconds 0.2`,
      );
    await waitUntilDelivered(world, callId, 2);
    for (const received of world.receiver?.of(callId) ?? []) verifyEvent(received, webhook.secret, callId);
    return ok(`call ${callId}: the receiver returned 503 and then 200, and both signatures were valid`);
  },
};
const LONGEST_WAIT_MS = 10_000;

export const CALL_CHECKS: readonly Check<World>[] = [
  {
    name: 'line-for-call finds a line by its phone number',
    async run({ target, run, line, number }) {
      const tenantId = await line();
      await run('line attach-number', { tenant: tenantId, number, reason: REASON });
      const { LineForCallFunctionName: lineForCall } = target.outputs;
      if (lineForCall === undefined) return skipped('this version of the stack has no line-for-call');
      const response = lineForCallResponse.parse(await invoke(target, lineForCall, { number }));
      if ('line' in response && response.line.tenantId === tenantId) return ok(`number ${number}`);
      throw new Unmet(`line-for-call did not find the line of ${number}`);
    },
  },
  {
    name: 'a finished call is listed',
    async run(world) {
      const callId = await recordTestCall(world);
      const response = await world.send('GET', `/v1/tenants/${await world.line()}/calls`);
      requireStatus(response, 200);
      const found = calls.parse(response.body).calls.find((call) => call.callId === callId);
      if (found?.callerNumber === '****4567') return ok(`call ${callId}, the number of the caller is masked`);
      throw new Unmet(`the list lacks the call ${callId}, or the number of the caller is not masked`);
    },
  },
  {
    name: 'a call in the intake queue is recorded',
    async run(world) {
      const { IntakeQueueUrl: QueueUrl } = world.target.outputs;
      if (QueueUrl === undefined) return skipped('this version of the stack has no intake queue');
      const callId = `accept-${randomUUID()}`;
      const tenantId = await world.line();
      const MessageBody = JSON.stringify({ tenantId, call: callNamed(callId) });
      await world.target.sqs.send(new SendMessageCommand({ QueueUrl, MessageBody, MessageGroupId: tenantId }));
      const shown = await world.until(() => world.run('delivery show', { call: callId }).catch(() => undefined));
      if (shown !== undefined) return ok(`call ${callId}`);
      throw new Unmet(`the call ${callId} is still not recorded`);
    },
  },
  DELIVERED_CHECK,
  RETRIED_CHECK,
  {
    name: 'an event reaches a receiver on the internet',
    async run(world) {
      if (world.stage === undefined) return skipped('the local service sends events to this machine');
      // The webhook URL is an endpoint of AWS, which every stage can reach. The endpoint rejects the event, which
      // contains no personal data.
      const url = `https://sts.${world.stage.place.region}.amazonaws.com/`;
      requireStatus(await world.send('PUT', '/v1/webhooks', { body: { url } }), 200);
      const callId = await recordTestCall(world);
      const outcome = await world.until(async () => (await fetchDelivery(world, callId)).log.at(-1)?.outcome);
      if (outcome === undefined) throw new Unmet(`the event of the call ${callId} was not sent in time`);
      if (!['response', 'redirect'].includes(loggedOutcome(outcome).kind))
        throw new Unmet(`the attempt to send ${callId} to ${url} ended with: ${outcome}`);
      return ok(`call ${callId}, sent to ${url}: ${outcome}`);
    },
  },
  {
    name: 'call trace finds the log lines of a call',
    async run(world) {
      const ids = [`accept-${randomUUID()}`, `accept-${randomUUID()}-a"b`];
      for (const id of ids) await recordTestCall(world, id);
      for (const id of ids) {
        const lines = await world.until(() => world.run('call trace', { call: id }).catch(() => undefined));
        if (lines === undefined) throw new Unmet(`call trace finds no line about the call ${id}`);
      }
      return ok(ids.join(', '));
    },
  },
];
