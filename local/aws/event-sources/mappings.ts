import { join } from 'node:path';
import type { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import type { SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod';
import { Problem } from '../../../tooling/command-line/problem.ts';
import { FILES } from '../../data-dir/file-names.ts';
import { readStoredJson, writeAtomically } from '../../data-dir/stored-file.ts';
import { mappingId } from '../cloudformation/mapping-id.ts';
import type { QueueMapping, StackModel, StreamMapping } from '../cloudformation/stack-model.ts';
import type { Invoke } from '../lambda/invoke.ts';
import type { MappingControl, MappingView } from '../lambda/mapping-control.ts';
import type { Poller } from './poll-loop.ts';
import { type QueueActivity, queueMapping } from './queues/mapping.ts';
import { type StreamActivity, streamMapping } from './streams/mapping.ts';
import { fileCheckpoint } from './streams/progress.ts';

interface MappingSettings {
  readonly stack: Pick<StackModel, 'functions' | 'queues' | 'streamMappings' | 'queueMappings'>;
  /** The ARNs of the streams, by the table's logical id. */
  readonly streamArns: Readonly<Record<string, string>>;
  /** The folder of the checkpoints, and of the file that says which mappings were switched on or off. */
  readonly dataDir: string;
  readonly streams: DynamoDBStreamsClient;
  readonly sqs: SQSClient;
  readonly invoke: Invoke;
  readonly nowMs: () => number;
  /**
   * Called for faults outside a function, such as an engine that does not respond, or discarded records. The mapping
   * continues.
   */
  readonly onFault: (fault: unknown) => void;
  readonly activity?: QueueActivity & StreamActivity;
}

export interface Mappings extends MappingControl {
  /** Starts polling for every mapping that is enabled. */
  start(): void;
  /**
   * Returns an `Invoke` that reads the streams at once after each invocation, because the function may have written to
   * the table. Otherwise, a new record could wait for the next poll.
   */
  readingAfter(invoke: Invoke): Invoke;
  /** Stops polling. Resolves when the running batches have finished. */
  close(): Promise<void>;
}

/** Creates all event source mappings of the stack, but does not start them. */
export function makeMappings(settings: MappingSettings): Mappings {
  const { stack, dataDir } = settings;
  const switches = mappingSwitches(join(dataDir, FILES.mappingSwitches));
  const entries = [...stack.streamMappings, ...stack.queueMappings].map((model) => entryOfMapping(model, settings));
  const isEnabled = ({ model }: Entry) => switches.get(model.logicalId) ?? model.enabled;

  return {
    list: () => entries.map((entry) => ({ ...entry.view, state: isEnabled(entry) ? 'Enabled' : entry.stateWhenOff })),
    async setEnabled(id, enabled) {
      const entry = entries.find(({ view }) => view.id === id);
      if (!entry) throw new Error(`There is no mapping ${id}`);
      await switches.set(entry.model.logicalId, enabled);
      if (enabled) entry.poller.start();
      else void stopMapping(entry);
    },
    start() {
      for (const entry of entries.filter(isEnabled)) entry.poller.start();
    },
    readingAfter: (invoke) => async (functionLogicalId, event) => {
      const result = await invoke(functionLogicalId, event);
      for (const { poller } of entries) poller.nudge?.();
      return result;
    },
    async close() {
      await Promise.all(entries.map(({ poller }) => poller.stop()));
    },
  };
}

interface Entry {
  readonly model: StreamMapping | QueueMapping;
  readonly view: Omit<MappingView, 'state'>;
  readonly poller: Poller & { nudge?(): void };
  stateWhenOff: 'Disabled' | 'Disabling';
}

async function stopMapping(entry: Entry) {
  entry.stateWhenOff = 'Disabling';
  await entry.poller.stop();
  entry.stateWhenOff = 'Disabled';
}

function entryOfMapping(model: StreamMapping | QueueMapping, settings: MappingSettings): Entry {
  const { stack, streams, sqs, invoke, nowMs, onFault, activity } = settings;
  const fn = findByLogicalId(stack.functions, model.functionLogicalId);
  const common = { id: mappingId(model.logicalId), model, functionName: fn.name, functionArn: fn.arn };

  if (model.kind === 'queue') {
    const queue = findByLogicalId(stack.queues, model.queueLogicalId);
    const poller = queueMapping(model, queue, { sqs, invoke, onFault, activity });
    return { model, view: { ...common, eventSourceArn: queue.arn }, poller, stateWhenOff: 'Disabled' };
  }
  const streamArn = settings.streamArns[model.tableLogicalId];
  if (!streamArn) throw new Error(`The table ${model.tableLogicalId} has no stream`);
  const failureQueue = model.failureQueueLogicalId
    ? findByLogicalId(stack.queues, model.failureQueueLogicalId)
    : undefined;
  const checkpoint = fileCheckpoint(join(settings.dataDir, FILES.checkpoint(model.logicalId)), streamArn);
  const deps = { streams, sqs, streamArn, fn, failureQueue, checkpoint, invoke, nowMs, onFault, activity };
  const view = { ...common, eventSourceArn: streamArn, failureDestinationArn: failureQueue?.arn };
  return { model, view, poller: streamMapping(model, deps), stateWhenOff: 'Disabled' };
}

function findByLogicalId<Item extends { readonly logicalId: string }>(items: readonly Item[], logicalId: string): Item {
  const item = items.find((candidate) => candidate.logicalId === logicalId);
  if (!item) throw new Error(`The stack has no ${logicalId}`);
  return item;
}

const stored = z.record(z.string(), z.boolean());

/**
 * Stores which mappings an operator has enabled or disabled. Throws a Problem if the file is damaged, because a mapping that was
 * switched off must not start again by itself.
 */
function mappingSwitches(file: string) {
  const { value = {}, damaged } = readStoredJson(file, stored);
  if (damaged) {
    throw new Problem(
      `${file} is damaged, and nothing else says which event source mappings are switched off. Delete the file ` +
        'to start with every mapping as it is in the template.',
    );
  }
  let switches = value;
  let written = Promise.resolve();
  return {
    get: (logicalId: string) => switches[logicalId],
    /**
     * If storing fails, rejects with the system's error, and `get` returns the old setting. If only the sync of the
     * folder fails, the file already has the new setting, which the next start reads.
     */
    set(logicalId: string, enabled: boolean): Promise<void> {
      const write = async () => {
        const changed = { ...switches, [logicalId]: enabled };
        await writeAtomically(file, JSON.stringify(changed));
        switches = changed;
      };
      // The writes run one after the other. If two writes overlapped, the older one could finish last.
      written = written.then(write, write);
      return written;
    },
  };
}
