import { isDeepStrictEqual } from 'node:util';
import { deleteCall, listCalls, recordCall } from './calls.ts';
import { createLine, getLine, listLines, release, terminate } from './lines.ts';
import type { ActOp, Chosen, ModelResponse, Op, Request, RequestOp, Rest } from './operations.ts';
import {
  attachNumber,
  connectStore,
  getWebhook,
  putWebhook,
  releaseNumber,
  rotateKey,
  rotateSecret,
  setState,
  unplug,
  whoami,
} from './partners.ts';
import { getAgent, putAgent } from './settings.ts';
import {
  delegatedLine,
  type Model,
  notDelegatedFailure,
  rejection,
  responded,
  type State,
  type Step,
} from './state.ts';

const SCOPES: Readonly<Record<Request['do'], string | null>> = {
  whoami: null,
  createLine: 'tenants',
  listLines: 'tenants',
  getLine: 'tenants',
  terminate: 'tenants',
  getAgent: 'config',
  putAgent: 'config',
  listCalls: 'calls',
  getWebhook: 'webhooks',
  putWebhook: 'webhooks',
};

/** The contract as a state machine. Returns every allowed result of one step of an operation. */
export const step: Model = (state, op, chosen) => {
  switch (op.kind) {
    case 'request':
      return admit(state, op);
    case 'admitted':
      return carryOut(state, op, chosen);
    case 'calls':
      return op.request.do === 'listCalls' ? listCalls(state, op.apiKey, op.tenantId, op.request) : [];
    case 'release':
      return release(state, op);
    case 'unplug':
      return unplug(state, op.tenantId);
    case 'act':
      return act(state, op, chosen);
  }
};

/** Checks key and scope in a step of its own: their later changes do not stop an admitted request. */
function admit(state: State, { apiKey, tenantId, request }: RequestOp): Step[] {
  const partner = Object.values(state.partners).find((candidate) => candidate.apiKey === apiKey);
  const scope = SCOPES[request.do];
  if (!partner) return rejection(state, 401, undefined, 'Invalid API key');
  if (partner.state !== 'active') return rejection(state, 403);
  if (scope !== null && !partner.scopes.includes(scope)) {
    return rejection(state, 403, undefined, `Insufficient scope: ${scope} required`);
  }
  return [{ state, rest: { kind: 'admitted', partnerId: partner.partnerId, apiKey, tenantId, request } }];
}

function carryOut(state: State, op: Extract<Rest, { kind: 'admitted' }>, chosen: Chosen): readonly Step[] {
  const { partnerId, apiKey, tenantId, request } = op;
  const partner = state.partners[partnerId];
  if (!partner) return [];
  switch (request.do) {
    case 'whoami':
      return whoami(state, { ...partner, apiKey });
    case 'createLine':
      return createLine(state, partner, request, chosen);
    case 'listLines':
      return listLines(state, { ...partner, apiKey }, request);
    case 'getLine':
      return getLine(state, partnerId, tenantId);
    case 'terminate':
      return terminate(state, partnerId, tenantId, request);
    case 'getAgent':
      return getAgent(state, partnerId, tenantId);
    case 'putAgent':
      return putAgent(state, partnerId, tenantId, request);
    case 'getWebhook':
      return getWebhook(state, partner);
    case 'putWebhook':
      return putWebhook(state, partner, request);
    case 'listCalls': {
      // The list is read in a later step. It may include calls recorded meanwhile, even of a line terminated by then.
      const line = delegatedLine(state, partnerId, tenantId);
      if (line?.status !== 'active') return notDelegatedFailure(state);
      return [{ state, rest: { kind: 'calls', apiKey, tenantId, request } }];
    }
  }
}

function act(state: State, { partnerId, tenantId, act }: ActOp, chosen: Chosen): Step[] {
  const partner = state.partners[partnerId];
  if (!partner) return rejection(state, 'refused');
  switch (act.do) {
    case 'attachNumber':
      return attachNumber(state, tenantId, act.number);
    case 'releaseNumber':
      return releaseNumber(state, tenantId);
    case 'connectStore':
      return connectStore(state, tenantId, act.connected);
    case 'recordCall':
      return recordCall(state, tenantId, act.call);
    case 'deleteCall':
      return deleteCall(state, tenantId, act.callId);
    case 'setState':
      return setState(state, partner, act);
    case 'rotateKey':
      return rotateKey(state, partner, chosen);
    case 'rotateSecret':
      return rotateSecret(state, partner, chosen);
    case 'advanceClock':
      return responded({ ...state, nowMs: state.nowMs + act.byMs }, 'done');
  }
}

/** Returns the possible outcomes of a whole operation while no other operation runs. */
export const outcomes = (state: State, op: Op | Rest, chosen: Chosen): { state: State; response: ModelResponse }[] =>
  step(state, op, chosen).flatMap((one) => ('response' in one ? [one] : outcomes(one.state, one.rest, chosen)));

/** Compares two responses. Sentences must match only where the contract fixes them. */
export const agrees = (expected: ModelResponse, told: ModelResponse): boolean =>
  expected.status === told.status &&
  expected.code === told.code &&
  (expected.error === undefined || expected.error === told.error) &&
  isDeepStrictEqual(expected.body, told.body);
