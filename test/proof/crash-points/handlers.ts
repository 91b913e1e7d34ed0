import type { Scenario } from './scenario.ts';
import { AUTHORIZER, INTAKE, RECORDING } from './scenarios/calls.ts';
import { CREATION } from './scenarios/creation.ts';
import { CONSUMER, RELAY, SWEEP } from './scenarios/deliveries.ts';
import { MEANWHILE } from './scenarios/meanwhile.ts';
import { DELIVERY_ACTS } from './scenarios/operator-deliveries.ts';
import { LINE_ACTS } from './scenarios/operator-lines.ts';
import { PARTNER_ACTS } from './scenarios/operator-partners.ts';
import { AGENT, WEBHOOK } from './scenarios/settings.ts';
import { TERMINATION } from './scenarios/termination.ts';

/** Handlers and operator commands that write, with the scenarios in which its calls fail. */
export const HANDLERS: Readonly<Record<string, readonly Scenario[]>> = {
  authorizer: AUTHORIZER,
  'create-tenant': CREATION,
  'terminate-tenant': TERMINATION,
  'update-agent': AGENT,
  'put-webhook': WEBHOOK,
  'record-call': RECORDING,
  intake: INTAKE,
  relay: RELAY,
  'deliver-webhook': CONSUMER,
  sweep: SWEEP,
  'the operator commands for partners': PARTNER_ACTS,
  'the operator commands for lines': LINE_ACTS,
  'the operator commands for calls and deliveries': DELIVERY_ACTS,
  'two handlers or commands at once': MEANWHILE,
};
