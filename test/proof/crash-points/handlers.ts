import type { Scenario } from './scenario.ts';
import { AUTHORIZER, RECORDING } from './scenarios/calls.ts';
import { CONSUMER, RELAY, SWEEPER } from './scenarios/deliveries.ts';
import { CREATION, TERMINATION } from './scenarios/lines.ts';
import { DELIVERY_ACTS } from './scenarios/operator-deliveries.ts';
import { LINE_ACTS, PARTNER_ACTS } from './scenarios/operators.ts';
import { AGENT, WEBHOOK } from './scenarios/settings.ts';

/** Everything of ours that writes, with the situations in which it is to be cut off. */
export const HANDLERS: Readonly<Record<string, readonly Scenario[]>> = {
  authorizer: AUTHORIZER,
  'create-tenant': CREATION,
  'terminate-tenant': TERMINATION,
  'update-agent': AGENT,
  'put-webhook': WEBHOOK,
  'record-call': RECORDING,
  relay: RELAY,
  'deliver-webhook': CONSUMER,
  sweep: SWEEPER,
  "the operator's acts on partners": PARTNER_ACTS,
  "the operator's acts on lines": LINE_ACTS,
  "the operator's acts on calls and deliveries": DELIVERY_ACTS,
};
