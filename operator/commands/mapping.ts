import { GetEventSourceMappingCommand, UpdateEventSourceMappingCommand } from '@aws-sdk/client-lambda';
import * as z from 'zod';
import { Problem } from '../../tooling/command-line/problem.ts';
import { endingOfChange, withAuditEntry } from '../audit/with-audit-entry.ts';
import { type ChangingTarget, defineCommand } from '../command.ts';
import { DELIVERING_MAPPINGS } from '../console/protocol/queues.ts';
import { errorSentence } from '../errors.ts';
import { requiredOutput, type StackOutputs, type Target } from '../target.ts';

/** The stack output with the id of each mapping, by the name that operators use. */
const MAPPINGS = {
  intake: 'IntakeMappingId',
  relay: 'RelayMappingId',
  deliver: 'DeliverMappingId',
  'deliver-slow': 'DeliverSlowMappingId',
  'deliver-hung': 'DeliverHungMappingId',
} as const satisfies Record<string, keyof StackOutputs>;
export type MappingName = keyof typeof MAPPINGS;
export const MAPPING_NAMES = Object.keys(MAPPINGS) as MappingName[];

/** Returns the names of the mappings that the stack has. An earlier version deployed fewer mappings. */
export const mappingsOf = ({ outputs }: Pick<Target, 'outputs'>) =>
  MAPPING_NAMES.filter((name) => outputs[MAPPINGS[name]] !== undefined);

/** Throws a Problem if the stack is of an earlier version that lacks the mapping. */
export const mappingIdOf = ({ outputs }: Pick<Target, 'outputs'>, name: MappingName): string =>
  requiredOutput(outputs, MAPPINGS[name]);

/** How long to wait until Lambda has switched the mapping, and how often to check. */
const LONGEST_SWITCH_MINUTES = 2;
const LOOK_EVERY_MS = 500;
const LOOKS = (LONGEST_SWITCH_MINUTES * 60_000) / LOOK_EVERY_MS;

const byName = z.object({ name: z.enum(MAPPING_NAMES).describe(MAPPING_NAMES.join(', ')) });

export const MAPPING_COMMANDS = {
  'mapping list': defineCommand({
    summary: 'Show whether Lambda reads the stream and the queues',
    options: z.object({}),
    reads: async (target) => ({
      value: await Promise.all(mappingsOf(target).map((name) => mappingState(target, name))),
    }),
  }),
  'mapping disable': defineCommand({
    summary: 'Stop reading the stream or a queue; records and messages wait',
    options: byName,
    changes: async (target, { name }) => ({ value: await switchTo(target, name, 'Disabled') }),
  }),
  'mapping enable': defineCommand({
    summary: 'Start reading the stream or the queue again',
    options: byName,
    changes: async (target, { name }) => ({ value: await switchTo(target, name, 'Enabled') }),
  }),
};

/** Throws a Problem if at least one of the mappings could not be enabled or disabled. */
export const switchDeliveryMappings = (target: ChangingTarget, wanted: 'Enabled' | 'Disabled') =>
  withAuditEntry(
    target,
    { target: 'all deliveries' },
    async () => {
      const ended = await Promise.allSettled(DELIVERING_MAPPINGS.map((name) => switchMapping(target, name, wanted)));
      const failures = ended.flatMap((end) => (end.status === 'rejected' ? [errorSentence(end.reason)] : []));
      if (failures.length > 0) throw new Problem(failures.join(' '));
      return ended.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []));
    },
    (states) => endingOfChange(true, states.map(({ name, state }) => `${name}: ${state}`).join(', ')),
  );

async function mappingState(target: Target, name: MappingName) {
  const { State } = await target.lambda.send(new GetEventSourceMappingCommand({ UUID: mappingIdOf(target, name) }));
  return { name, state: State ?? 'unknown' };
}

/** Waits for the wanted state, because a mapping can still invoke its function until it is disabled. */
const switchTo = (target: ChangingTarget, name: MappingName, wanted: 'Enabled' | 'Disabled') =>
  withAuditEntry(
    target,
    { target: `mapping ${name}` },
    () => switchMapping(target, name, wanted),
    ({ state }) => endingOfChange(true, state),
  );

async function switchMapping(target: Target, name: MappingName, wanted: 'Enabled' | 'Disabled') {
  const { lambda, sleepMs } = target;
  const change = { UUID: mappingIdOf(target, name), Enabled: wanted === 'Enabled' };
  await lambda.send(new UpdateEventSourceMappingCommand(change));
  for (let look = 1; look <= LOOKS; look += 1) {
    const now = await mappingState(target, name);
    if (now.state === wanted) return now;
    await sleepMs(LOOK_EVERY_MS);
  }
  throw new Problem(
    `The mapping ${name} is not ${wanted} after ${LONGEST_SWITCH_MINUTES} minutes; check it with mapping list.`,
  );
}
