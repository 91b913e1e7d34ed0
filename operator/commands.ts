import type { Command } from './command.ts';
import { ALARM_COMMANDS } from './commands/alarms.ts';
import { AUDIT_COMMANDS } from './commands/audit.ts';
import { CALL_COMMANDS } from './commands/call.ts';
import { consoleCommand } from './commands/console.ts';
import { DELIVERY_COMMANDS } from './commands/delivery.ts';
import { DLQ_COMMANDS } from './commands/dlq.ts';
import { DOCTOR_COMMANDS } from './commands/doctor.ts';
import { FIND_COMMANDS } from './commands/find.ts';
import { KEY_COMMANDS } from './commands/key.ts';
import { LINE_COMMANDS } from './commands/line.ts';
import { MAPPING_COMMANDS } from './commands/mapping.ts';
import { PARTNER_COMMANDS } from './commands/partner.ts';
import { QUEUE_COMMANDS } from './commands/queue.ts';
import { RETENTION_COMMANDS } from './commands/retention.ts';
import { SECRET_COMMANDS } from './commands/secret.ts';
import { SLO_COMMANDS } from './commands/slo.ts';
import { SWEEP_COMMANDS } from './commands/sweep.ts';
import { WEBHOOK_COMMANDS } from './commands/webhook.ts';

/** The commands that work on a service and then end. The console runs them, too. */
export const SERVICE_COMMANDS: readonly Command[] = [
  ...PARTNER_COMMANDS,
  ...KEY_COMMANDS,
  ...SECRET_COMMANDS,
  ...WEBHOOK_COMMANDS,
  ...LINE_COMMANDS,
  ...CALL_COMMANDS,
  ...DELIVERY_COMMANDS,
  ...RETENTION_COMMANDS,
  ...FIND_COMMANDS,
  ...SWEEP_COMMANDS,
  ...QUEUE_COMMANDS,
  ...MAPPING_COMMANDS,
  ...DLQ_COMMANDS,
  ...AUDIT_COMMANDS,
  ...ALARM_COMMANDS,
  ...SLO_COMMANDS,
  ...DOCTOR_COMMANDS,
];

/** Every operator command, in the order of the help. */
export const COMMANDS: readonly Command[] = [...SERVICE_COMMANDS, consoleCommand(SERVICE_COMMANDS)];
