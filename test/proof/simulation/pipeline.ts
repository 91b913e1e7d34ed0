import { TIMEOUT_SECONDS } from '../../../lib/functions/timeouts.ts';
import type { Send } from '../../../shared/delivery/sending/sender.ts';
import type { Timing } from '../../../shared/domain/deliveries/lease.ts';
import { silent } from '../../support/functions/telemetry.ts';
import type { Version } from '../../support/functions/version.ts';
import { tellingParseFailures } from '../parse-failures.ts';
import { lambda } from './aws/lambda.ts';
import { queues } from './aws/queues.ts';
import type { Caller } from './aws/sdk.ts';
import { stream } from './aws/stream.ts';
import { FUNCTIONS, type Outside } from './functions.ts';
import type { Nature } from './nature/environment.ts';
import { receiver } from './receiver.ts';
import { type Flow, requestWatch } from './requests.ts';
import type { Side, Versions } from './rollout.ts';
import { PARTNER_IDS, type PlannedCall, partnerItems } from './setting.ts';
import type { Ledger } from './watch/ledger.ts';
import { watchedTable } from './watch/watched-table.ts';

interface Deps {
  readonly nature: Nature;
  readonly ledger: Ledger;
  readonly timing: Timing;
  /** The limit of hops: `told` is the limit that the functions get, and `held` is the limit that the queues check. */
  readonly maxHops: { readonly told: number; readonly held: number };
  readonly instead: ((command: unknown) => unknown) | undefined;
  readonly versions: Versions;
  /** Returns which version handles an invocation that begins now. */
  readonly sideOf: () => Side;
}

/** Connects all parts of the pipeline as the stack does. */
export function pipeline({ nature, ledger, timing, maxHops, instead, versions, sideOf }: Deps) {
  const { timeline, chances } = nature;
  const items = PARTNER_IDS.flatMap((id) => partnerItems(id, chances.fraction(`webhook of ${id}`) > 0.1));
  const receivers = new Map(
    PARTNER_IDS.map((id): [string, ReturnType<typeof receiver>] => [id, receiver(chances, id)]),
  );
  const watched = watchedTable({
    nature,
    ledger,
    timing,
    items,
    instead,
    isMixed: versions.previous !== undefined,
    onChange: (change) => records.append(change),
  });
  const requests = requestWatch({
    ledger,
    nowMs: timeline.nowMs,
    isMixed: versions.previous !== undefined,
    ...watched,
  });
  let tokens = 0;

  /** Sends one request over the wire, if the environment is alive. */
  const sends =
    ({ env }: Caller, flow: Flow): Send =>
    (post) => {
      const { callId = '', number } = ledger.byToken(flow.token) ?? {};
      return env.through(`post ${callId}`, () => {
        const meets = receivers.get(watched.row(callId)?.partnerId ?? '')?.meets(callId);
        if (!meets) throw new Error('The request has no receiver');
        const request = requests.begins(post, flow, meets.arrives);
        nature.note(`wire ${callId}: attempt ${number} ${meets.arrives ? 'arrives' : 'finds no connection'}`);
        return new Promise((resolve) => {
          timeline.after(chances.between(`answer to ${callId}`, ...meets.durationMs), () => {
            request.endedAtMs = timeline.nowMs();
            request.outcome = meets.outcome;
            nature.note(`wire ${callId}: attempt ${number} ends, ${JSON.stringify(meets.outcome)}`);
            resolve(meets.outcome);
          });
        });
      });
    };

  const newToken = () => {
    tokens += 1;
    return `token-${tokens}`;
  };
  const hub: Outside['queues'] = {
    accept: (lane, entry) => messages.accept(lane, entry),
    take: (lane) => messages.take(lane),
    remove: (taken) => messages.remove(taken),
  };
  const outsideOf = (side: Side): Outside => ({
    ...watched,
    executeAs: (who) => watched.executeAs(who, side),
    queues: hub,
    sends,
    timing,
    maxHops: maxHops.told,
    newToken,
    telemetry: versions.previous
      ? tellingParseFailures((what) => ledger.fail('V1', `${side} version: ${what}`))
      : silent,
  });
  const outside = outsideOf('this');

  /** Returns a function with environments of both versions. Each invocation goes to one of them. */
  function functionOf<Handler>(
    create: (version: Version, caller: Caller, outside: Outside) => Handler,
    name: string,
    seconds: number,
  ) {
    const ofVersion = (version: Version, about: Outside) =>
      lambda(nature, { name, timeoutMs: seconds * 1000 }, (caller) => create(version, caller, about));
    const current = ofVersion(versions.this, outside);
    if (!versions.previous) return current;
    const previous = ofVersion(versions.previous, outsideOf('previous'));
    const invoke: typeof current = (run, then) => (sideOf() === 'this' ? current : previous)(run, then);
    return invoke;
  }
  const recordCall = functionOf(FUNCTIONS.recordCall, 'record-call', TIMEOUT_SECONDS['record-call']);
  const relay = functionOf(FUNCTIONS.relay, 'relay', TIMEOUT_SECONDS.relay);
  const deliver = functionOf(FUNCTIONS.deliver, 'deliver-webhook', TIMEOUT_SECONDS['deliver-webhook']);
  const sweep = functionOf(FUNCTIONS.sweep, 'sweep', TIMEOUT_SECONDS.sweep);

  /** Returns the context of an invocation that begins now. */
  function inTime(timeoutSeconds: number) {
    const endsAtMs = timeline.nowMs() + timeoutSeconds * 1000;
    return { getRemainingTimeInMillis: () => endsAtMs - timeline.nowMs() };
  }

  const records = stream({
    nature,
    relay: (event, then) =>
      relay(
        (handler) => handler(event),
        (end) => then(end?.result),
      ),
  });
  const messages = queues({
    nature,
    fail: ledger.fail,
    maxHops: maxHops.held,
    consume: (event, then) =>
      deliver(
        (handler) => handler(event, inTime(TIMEOUT_SECONDS['deliver-webhook'])),
        (end) => then(end?.result),
      ),
  });

  return {
    watched,
    outside,
    queues: messages,
    /** From now on every receiver is either healthy or broken for good. */
    settleReceivers(): void {
      for (const one of receivers.values()) one.settleDown();
    },
    sweep(): void {
      sweep(
        (handler) => handler({}, inTime(TIMEOUT_SECONDS.sweep)),
        () => undefined,
      );
    },
    record({ tenantId, callId, summary }: PlannedCall, then: (isRecorded: boolean) => void): void {
      recordCall(
        (handler) => handler({ tenantId, call: { callId, summary } }),
        (end) => then(end !== undefined),
      );
    },
  };
}
