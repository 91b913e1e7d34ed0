import { ALARM_COMMANDS } from './alarms.ts';
import { CALL_COMMANDS } from './call.ts';
import type { Command } from './command.ts';
import { DELIVERY_COMMANDS } from './delivery.ts';
import { DLQ_COMMANDS } from './dlq.ts';
import { DOCTOR_COMMANDS } from './doctor.ts';
import { KEY_COMMANDS } from './key.ts';
import { LINE_COMMANDS } from './line.ts';
import { MAPPING_COMMANDS } from './mapping.ts';
import { PARTNER_COMMANDS } from './partner.ts';
import { SECRET_COMMANDS } from './secret.ts';
import { SWEEP_COMMANDS } from './sweep.ts';
import { WEBHOOK_COMMANDS } from './webhook.ts';

/** Everything an operator can do, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  ...PARTNER_COMMANDS,
  ...KEY_COMMANDS,
  ...SECRET_COMMANDS,
  ...WEBHOOK_COMMANDS,
  ...LINE_COMMANDS,
  ...CALL_COMMANDS,
  ...DELIVERY_COMMANDS,
  ...SWEEP_COMMANDS,
  ...MAPPING_COMMANDS,
  ...DLQ_COMMANDS,
  ...ALARM_COMMANDS,
  ...DOCTOR_COMMANDS,
];
