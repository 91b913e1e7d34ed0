import type { Act, Chosen, RequestOf } from './operations.ts';
import { isoTime, type Partner, rejection, responded, type State, type Step, withLine, withPartner } from './state.ts';

export const whoami = (state: State, { partnerId, name, scopes, apiKey }: Partner): Step[] =>
  responded(state, 200, { partnerId, name, scopes, keyPrefix: apiKey.slice(0, 'svc_partner_'.length + 8) });

export function getWebhook(state: State, { webhook, secret }: Partner): Step[] {
  if (!webhook) return rejection(state, 404, 'WEBHOOK_NOT_CONFIGURED');
  return responded(state, 200, { ...webhook, signingSecretHint: secret.slice(-4) });
}

const EVENT = 'call.completed';

export function putWebhook(state: State, partner: Partner, { url, events = [EVENT] }: RequestOf<'putWebhook'>): Step[] {
  if (events.length === 0) return rejection(state, 400);
  if (!/^https:\/\/[a-z0-9-]+(\.[a-z0-9-]+)+\//.test(url)) return rejection(state, 422, 'WEBHOOK_URL_INVALID');
  if (events.some((event) => event !== EVENT)) return rejection(state, 422, 'UNKNOWN_EVENT');
  const updatedAt = isoTime(state.nowMs);
  const webhook = { url, events: [EVENT], createdAt: partner.webhook?.createdAt ?? updatedAt, updatedAt };
  const signingSecret = partner.waitingSecret ?? partner.secret;
  const after = { ...partner, webhook, secret: signingSecret, waitingSecret: undefined };
  return responded(withPartner(state, after), 200, { ...webhook, signingSecret });
}

export const rotateKey = (state: State, partner: Partner, { apiKey }: Chosen): Step[] =>
  apiKey === undefined ? [] : responded(withPartner(state, { ...partner, apiKey }), 'done');

export const rotateSecret = (state: State, partner: Partner, { secret }: Chosen): Step[] =>
  secret === undefined ? [] : responded(withPartner(state, { ...partner, waitingSecret: secret }), 'done');

export const setState = (state: State, partner: Partner, { to }: Extract<Act, { do: 'setState' }>): Step[] =>
  responded(withPartner(state, { ...partner, state: to }), 'done');

/** Attaches a number to a line. A number serves one line, and a line has one number. Attaching it again is no error. */
export function attachNumber(state: State, tenantId: string, number: string): Step[] {
  const line = state.lines[tenantId];
  if (line?.number === number) return responded(state, 'done');
  const isTaken = Object.values(state.lines).some((other) => other.number === number);
  if (line?.status !== 'active' || line.number !== null || isTaken) return rejection(state, 'refused');
  return responded(withLine(state, { ...line, number }), 'done');
}

/** Detaches the number in two steps: check that there is one, then remove it. Both of two concurrent runs succeed. */
export function releaseNumber(state: State, tenantId: string): Step[] {
  const isServed = (state.lines[tenantId]?.number ?? null) !== null;
  return isServed ? [{ state, rest: { kind: 'unplug', tenantId } }] : rejection(state, 'refused');
}

export function unplug(state: State, tenantId: string): Step[] {
  const line = state.lines[tenantId];
  if (!line || line.number === null) return responded(state, 'done');
  return responded(withLine(state, { ...line, number: null, hadNumber: true }), 'done');
}

export function connectStore(state: State, tenantId: string, connected: boolean): Step[] {
  const line = state.lines[tenantId];
  if (line?.status !== 'active') return rejection(state, 'refused');
  return responded(
    withLine(state, { ...line, integrations: { ...line.integrations, providerA: { connected } } }),
    'done',
  );
}
