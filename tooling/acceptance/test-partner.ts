import { randomInt, randomUUID } from 'node:crypto';
import type { CloudWatchLogsClient } from '@aws-sdk/client-cloudwatch-logs';
import * as z from 'zod';
import type { StageSettings } from '../../lib/stages.ts';
import { type CommandName, type CommandValues, SERVICE_COMMANDS } from '../../operator/commands.ts';
import type { Target } from '../../operator/target.ts';
import { SCOPES } from '../../shared/contract/routes.ts';
import { Problem } from '../command-line/problem.ts';
import type { AccountAndRegion } from '../deploy/account-and-region.ts';
import type { Aws } from '../deploy/aws/aws.ts';
import { apiClient, requireStatus, type Send } from './api.ts';
import { type Receiver, startReceiver } from './receiver.ts';

/** A stage on AWS, not the local service. */
export interface Stage {
  readonly settings: StageSettings;
  readonly place: AccountAndRegion;
  readonly aws: Aws;
  readonly subscribersOf: (topicArn: string) => Promise<readonly { readonly isConfirmed: boolean }[]>;
  readonly logs: Pick<CloudWatchLogsClient, 'send'>;
}

/** Runs an operator's command. Throws also if the command did only a part of its work. */
export type Run = <Name extends CommandName>(
  name: Name,
  options: unknown,
  input?: unknown,
) => Promise<CommandValues[Name]>;

/** Repeats `ask` until it returns a value, the time is over, or a person stops the command. Asks at least once. */
type Until = <Found>(ask: () => Promise<Found | undefined>) => Promise<Found | undefined>;

export interface World {
  readonly target: Target;
  /** The stage on AWS. Undefined for the local service. */
  readonly stage: Stage | undefined;
  readonly run: Run;
  readonly send: Send;
  readonly partner: { readonly partnerId: string; readonly name: string };
  /** Returns the id of the line that the checks share. The first check that needs the line creates it. */
  readonly line: () => Promise<string>;
  readonly externalId: string;
  /** A phone number that nobody has, because no country has the code 999. */
  readonly number: string;
  /** The receiver on this machine. Undefined for a stage on AWS, because AWS cannot reach this machine. */
  readonly receiver: Receiver | undefined;
  readonly until: Until;
}

export interface WorldSettings {
  readonly target: Target;
  readonly stage: Stage | undefined;
  readonly aborted: () => boolean;
  /** How long a check waits for a result, in milliseconds. */
  readonly patienceMs: number;
}

/** The reason that the audit trail shows for the commands of the checks. */
export const REASON = 'npm run accept';
const POLL_MS = 200;
export const created = z.object({ tenantId: z.string() });

const runnerOn =
  (target: Target): Run =>
  async (name, options, input) => {
    const readText = async () => JSON.stringify(input);
    const prepared = SERVICE_COMMANDS[name].prepare(options);
    const { value, problems = [] } = await prepared.run({ ...target, readText }, { action: name });
    if (problems.length > 0) throw new Problem(problems.join(' '));
    return value;
  };

/** Creates the partner that the checks use. `remove` deletes this partner with its lines and calls. */
export async function createTestPartner({ target, stage, aborted, patienceMs }: WorldSettings) {
  const { sleepMs } = target;
  const run = runnerOn(target);
  // A check compares the Korean text with the name that the authorizer passes on.
  const name = `인수 검사 (npm run accept) ${randomUUID()}`;
  const about = { name, scopes: SCOPES.join(','), quota: '1', reason: REASON };
  const receiver = stage === undefined ? await startReceiver() : undefined;
  const { partnerId, apiKey } = await run('partner create', about).catch(async (error: unknown) => {
    await receiver?.close();
    throw error;
  });
  const api = apiClient(target.outputs.ApiUrl, apiKey);
  const externalId = `accept-${randomUUID()}`;
  let line: Promise<string> | undefined;
  const createLine = async () => {
    const response = await api.send('POST', '/v1/tenants', { ...creationRequest(externalId) });
    requireStatus(response, 201);
    return created.parse(response.body).tenantId;
  };
  const until: Until = async (ask) => {
    const endsAtMs = target.nowMs() + patienceMs;
    for (;;) {
      const found = await ask();
      if (found !== undefined || aborted() || target.nowMs() >= endsAtMs) return found;
      await sleepMs(POLL_MS);
    }
  };
  const world: World = {
    target,
    stage,
    run,
    send: api.send,
    partner: { partnerId, name },
    line: () => (line ??= createLine()),
    externalId,
    number: `+999${randomInt(1e8, 1e9)}`,
    receiver,
    until,
  };
  async function remove() {
    await Promise.all([api.close(), receiver?.close()]);
    // A partner whose line has a number cannot be deleted, so the number of each line is detached first.
    for (const { tenantId } of await run('line list', { partner: partnerId })) {
      const { number } = await run('line show', { tenant: tenantId });
      if (number !== null) await run('line release-number', { tenant: tenantId, reason: REASON });
    }
    return run('partner delete', { partner: partnerId, reason: REASON });
  }
  return { world, remove };
}

/** Returns a request that creates a line. With the idempotency key, a repeated request creates no second line. */
export const creationRequest = (externalId: string) => ({
  body: { name: 'Acceptance', region: 'ca', externalId },
  headers: { 'idempotency-key': externalId },
});
