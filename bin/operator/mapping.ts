import { GetEventSourceMappingCommand, UpdateEventSourceMappingCommand } from '@aws-sdk/client-lambda';
import * as z from 'zod';
import { Refusal } from '../../shared/domain/refusal.ts';
import { command } from './command.ts';
import type { StackOutputs, Target } from './target.ts';

/** What a person calls a mapping, and the output that holds its id. */
const MAPPINGS = {
  relay: 'RelayMappingId',
  deliver: 'DeliverMappingId',
  'deliver-slow': 'DeliverSlowMappingId',
} as const satisfies Record<string, keyof StackOutputs>;
const NAMES = ['relay', 'deliver', 'deliver-slow'] as const;
type Name = (typeof NAMES)[number];

/** Lambda takes up to a minute to change a mapping. */
const LOOK_EVERY_MS = 500;
const LOOKS = 240;

const byName = z.object({ name: z.enum(NAMES).describe(NAMES.join(', ')) });

export const MAPPING_COMMANDS = [
  command({
    noun: 'mapping',
    verb: 'list',
    summary: 'Whether functions are being fed from stream and queues',
    options: z.object({}),
    run: async (target) => ({ value: await Promise.all(NAMES.map((name) => stateOf(target, name))) }),
  }),
  command({
    noun: 'mapping',
    verb: 'disable',
    summary: 'Stop feeding a function; what is queued waits',
    options: byName,
    run: async (target, { name }) => ({ value: await switchTo(target, name, 'Disabled') }),
  }),
  command({
    noun: 'mapping',
    verb: 'enable',
    summary: 'Feed the function again',
    options: byName,
    run: async (target, { name }) => ({ value: await switchTo(target, name, 'Enabled') }),
  }),
];

async function stateOf({ lambda, outputs }: Target, name: Name) {
  const { State } = await lambda.send(new GetEventSourceMappingCommand({ UUID: outputs[MAPPINGS[name]] }));
  return { name, state: State ?? 'unknown' };
}

/** Comes back when the state is reached: until then Lambda still works in the old one. */
async function switchTo(target: Target, name: Name, wanted: 'Enabled' | 'Disabled') {
  const { lambda, outputs, sleepMs } = target;
  const change = { UUID: outputs[MAPPINGS[name]], Enabled: wanted === 'Enabled' };
  await lambda.send(new UpdateEventSourceMappingCommand(change));
  for (let look = 1; look <= LOOKS; look += 1) {
    const now = await stateOf(target, name);
    if (now.state === wanted) return now;
    await sleepMs(LOOK_EVERY_MS);
  }
  throw new Refusal(`The mapping ${name} has not become ${wanted} in two minutes; look again with mapping list.`);
}
