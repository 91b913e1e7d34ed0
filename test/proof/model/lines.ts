import { isDeepStrictEqual } from 'node:util';
import type { Chosen, RequestOf, Rest } from './operations.ts';
import { page } from './paging.ts';
import { brokenRule, storedSettings } from './settings.ts';
import {
  delegatedLine,
  isoTime,
  type Line,
  notDelegatedFailure,
  type Partner,
  rejection,
  responded,
  type State,
  type Step,
  withLine,
  withPartner,
} from './state.ts';

/** Contract: a key is "kept at least 24 hours, may be deleted afterwards". */
const KEPT_AT_LEAST_MS = 86_400_000;

const summary = ({ tenantId, name, region, externalId, createdAtMs }: Line) => ({
  tenantId,
  name,
  region,
  status: 'active',
  externalId,
  createdAt: isoTime(createdAtMs),
});

const linesOf = (state: State, partnerId: string) =>
  Object.values(state.lines).filter((line) => line.partnerId === partnerId);
const isActive = ({ status }: Line) => status === 'active';

export function createLine(state: State, partner: Partner, request: RequestOf<'createLine'>, chosen: Chosen): Step[] {
  const { body, key } = request;
  const code = brokenRule(body.agent ?? {});
  const isMalformed = body.name.trim() === '' || key?.includes(' ');
  // The contract does not say which of two failures of one request is returned.
  const wrong = [
    isMalformed ? rejection(state, 400) : [],
    code === undefined ? [] : rejection(state, 400, code),
  ].flat();
  if (wrong.length > 0) return wrong;

  const earlier = key === undefined ? undefined : partner.keys[key];
  if (!earlier) return newLine(state, partner, request, chosen);
  const known: Step[] = isDeepStrictEqual(earlier.body, body)
    ? [{ state, response: earlier.response }]
    : rejection(state, 409, 'IDEMPOTENCY_KEY_MISMATCH');
  const mayBeForgotten = state.nowMs - earlier.usedAtMs >= KEPT_AT_LEAST_MS;
  return mayBeForgotten ? [...known, ...newLine(state, partner, request, chosen)] : known;
}

function newLine(state: State, partner: Partner, { body, key }: RequestOf<'createLine'>, { tenantId }: Chosen): Step[] {
  const { partnerId, quota = Number.POSITIVE_INFINITY } = partner;
  const lines = linesOf(state, partnerId);
  if (partner.state !== 'active') return rejection(state, 403);
  if (lines.some(({ status, externalId }) => status !== 'released' && externalId === body.externalId)) {
    return rejection(state, 409, 'EXTERNAL_ID_EXISTS');
  }
  if (lines.filter(isActive).length >= quota) return rejection(state, 402, 'TENANT_QUOTA_EXCEEDED');
  // Without an id, or with the id of an earlier line, the request cannot have created a line.
  if (tenantId === undefined || state.lines[tenantId]) return [];
  const { agent = {}, ...told } = body;
  const line: Line = {
    ...{ tenantId, partnerId, ...told, createdAtMs: state.nowMs, status: 'active' },
    ...{ number: null, hadNumber: false, integrations: {}, settings: storedSettings(agent), purge: false },
  };
  const response = { status: 201, body: summary(line) };
  const used = key === undefined ? {} : { [key]: { body, response, usedAtMs: state.nowMs } };
  return [{ state: withPartner(withLine(state, line), { ...partner, keys: { ...partner.keys, ...used } }), response }];
}

export function getLine(state: State, partnerId: string, tenantId: string): Step[] {
  const line = delegatedLine(state, partnerId, tenantId);
  if (line?.status !== 'active') return notDelegatedFailure(state);
  const { number, integrations } = line;
  return responded(state, 200, { ...summary(line), number, integrations, plan: null });
}

/** Lists lines in the order of their ids, which the service chooses. */
export const listLines = (state: State, { partnerId, apiKey }: Partner, request: RequestOf<'listLines'>): Step[] =>
  page({
    ...{ state, apiKey, tenantId: '', request, name: 'tenants' },
    all: linesOf(state, partnerId)
      .filter(isActive)
      .sort((one, other) => (one.tenantId < other.tenantId ? -1 : 1)),
    positionOf: ({ tenantId }) => tenantId,
    isBehind: (position, other) => position > other,
    shown: summary,
  });

/** Takes the first of two steps, or the second of a terminated line (contract, "Line status"). */
export function terminate(
  state: State,
  partnerId: string,
  tenantId: string,
  { purge, interrupted = false }: RequestOf<'terminate'>,
): Step[] {
  const line = delegatedLine(state, partnerId, tenantId);
  if (!line) return notDelegatedFailure(state);
  if (!isActive(line)) {
    return release(state, { kind: 'release', tenantId, purge, response: { status: 409, code: 'ALREADY_TERMINATED' } });
  }
  if (line.number !== null) return rejection(state, 502, 'CARRIER_RELEASE_FAILED');
  const after = withLine(state, { ...line, status: 'terminated', purge });
  if (interrupted) return rejection(after, 500);
  const body = { status: 'terminated', numberReclaimed: line.hadNumber, terminatedAt: isoTime(state.nowMs) };
  return [{ state: after, rest: { kind: 'release', tenantId, purge, response: { status: 200, body } } }];
}

/** Releases a terminated line. Later releases have no effect, and a requested purge is never withdrawn. */
export function release(state: State, { tenantId, purge, response }: Extract<Rest, { kind: 'release' }>): Step[] {
  const line = state.lines[tenantId];
  if (line?.status !== 'terminated') return [{ state, response }];
  return [{ state: withLine(state, { ...line, status: 'released', purge: line.purge || purge }), response }];
}
