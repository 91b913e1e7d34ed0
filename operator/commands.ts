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
import { RESTORE_COMMANDS } from './commands/restore.ts';
import { RETENTION_COMMANDS } from './commands/retention.ts';
import { SECRET_COMMANDS } from './commands/secret.ts';
import { SLO_COMMANDS } from './commands/slo.ts';
import { SWEEP_COMMANDS } from './commands/sweep.ts';
import { VERIFY_COMMANDS } from './commands/verify.ts';
import { WEBHOOK_COMMANDS } from './commands/webhook.ts';

const SERVICE = {
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
  ...VERIFY_COMMANDS,
  ...RESTORE_COMMANDS,
};
export type CommandName = keyof typeof SERVICE;
type Returned<One> = One extends Command<infer Value> ? Value : never;
export type CommandValues = { readonly [Name in CommandName]: Returned<(typeof SERVICE)[Name]> };

/** All operator commands by name, except `console`. */
export const SERVICE_COMMANDS: { readonly [Name in CommandName]: Command<CommandValues[Name]> } = SERVICE;

/** Every operator command by name, in the order of the help. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  ...SERVICE_COMMANDS,
  console: consoleCommand(SERVICE_COMMANDS),
};
