import type { Target, TargetChoice } from '../../operator/target.ts';
import { argumentsOf } from '../command-line/arguments.ts';
import { escapeForTerminal } from '../command-line/escape-for-terminal.ts';
import { errorSentence, exitCodeOf } from '../command-line/explain-error.ts';
import { EXIT, Problem } from '../command-line/problem.ts';
import type { Terminal } from '../command-line/run-tool.ts';
import { DEFAULT_DATA_DIR } from '../data-folder.ts';
import { type Check, type Row, runChecks } from './check.ts';
import { ALARM_CHECKS } from './checks/alarm-checks.ts';
import { CALL_CHECKS } from './checks/call-checks.ts';
import { CONTRACT_CHECKS, TERMINATION_CHECKS } from './checks/contract-checks.ts';
import { EDGE_CHECKS, WAF_CHECK } from './checks/edge-checks.ts';
import { GATEWAY_CHECKS } from './checks/gateway-checks.ts';
import { MANUAL_CHECKS } from './checks/manual-checks.ts';
import { OPERATION_CHECKS } from './checks/operation-checks.ts';
import { createTestPartner, type Stage, type World } from './test-partner.ts';

/** The checks, in the order in which they run. */
const CHECKS: readonly Check<World>[] = [
  ...GATEWAY_CHECKS,
  ...CONTRACT_CHECKS,
  ...CALL_CHECKS,
  ...TERMINATION_CHECKS,
  ...OPERATION_CHECKS,
  ...ALARM_CHECKS,
  ...EDGE_CHECKS,
  ...MANUAL_CHECKS,
  WAF_CHECK,
];

/** How long a check waits for a result. Logs usually arrive in CloudWatch within this time. */
const PATIENCE_MS = 30_000;

const COMMAND = 'npm run accept';
const USAGE = `${COMMAND} -- [--data DIR | --stage NAME] [--json]
  --data DIR      test the local service with this data folder (default: ${DEFAULT_DATA_DIR})
  --stage NAME    test a deployed stage, with your AWS credentials
  --json          print the results as JSON

Tests the running service from outside. The command creates a partner for the tests and deletes this
partner at the end. The exit code is 1 if a check failed. Keep the output as evidence. See "Accept a
deployment" in docs/deploy.md.`;

const OPTIONS = {
  data: { type: 'string' },
  stage: { type: 'string' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

/** A deployed stage. `commit` is undefined if the stack has no output `Commit`. */
export interface Deployed {
  readonly stage: Stage;
  readonly stackName: string;
  readonly commit: string | undefined;
}

export interface AcceptTools extends Terminal {
  readonly connect: (choice: TargetChoice) => Promise<Target>;
  readonly deployed: (stage: string) => Promise<Deployed>;
  /** Registers what happens when a person stops the command. */
  readonly onStop: (stop: () => void) => void;
  readonly now: () => Date;
  readonly patienceMs?: number;
  readonly checks?: readonly Check<World>[];
}

/** Runs `npm run accept` with these arguments and returns the exit code. */
export async function runAcceptance(args: readonly string[], tools: AcceptTools): Promise<number> {
  try {
    const { data, stage, json, help } = argumentsOf(args, OPTIONS, COMMAND);
    if (data !== undefined && stage !== undefined)
      throw new Problem('Give either --data or --stage.', EXIT.wrongCommandLine);
    if (help) {
      tools.out(USAGE);
      return 0;
    }
    return await runAndPrint({ data: data ?? DEFAULT_DATA_DIR, stage, json }, tools);
  } catch (error) {
    tools.err(errorSentence(error, 'The service could not be tested'));
    return exitCodeOf(error);
  }
}

async function runAndPrint(
  { data, stage, json }: { readonly data: string; readonly stage: string | undefined; readonly json: boolean },
  tools: AcceptTools,
): Promise<number> {
  const { connect, out, err, patienceMs = PATIENCE_MS, checks = CHECKS } = tools;
  let isStopped = false;
  const aborted = () => isStopped;
  tools.onStop(() => {
    if (!isStopped) err('Stopped. The command now deletes the partner that it created.');
    isStopped = true;
  });
  const deployed = stage === undefined ? undefined : await tools.deployed(stage);
  const target = await connect({ data, stack: deployed?.stackName });
  const startedAt = tools.now().toISOString();
  const { world, remove } = await createTestPartner({ target, stage: deployed?.stage, aborted, patienceMs });
  const { partnerId } = world.partner;
  const about = { service: target.stackName, commit: deployed?.commit, startedAt, partnerId };
  if (!json) out(`${target.stackName}${commitOf(deployed)}, ${startedAt}, with partner ${partnerId}`);

  const rows: Row[] = [];
  const add = (row: Row) => {
    rows.push(row);
    if (!json) out(lineOf(row));
  };
  for await (const row of runChecks(checks, world, { aborted })) add(row);
  for await (const row of runChecks([removalCheck(remove, partnerId)], world, { aborted: () => false })) add(row);

  const endedAt = tools.now().toISOString();
  if (json) out(JSON.stringify({ ...about, endedAt, checks: rows }, undefined, 2));
  else out(summaryOfRun(rows, endedAt));
  return isStopped || rows.some(({ status }) => status === 'failed') ? EXIT.notDone : EXIT.done;
}

const commitOf = (deployed: Deployed | undefined) => (deployed?.commit === undefined ? '' : ` at ${deployed.commit}`);

const removalCheck = (remove: () => Promise<unknown>, partnerId: string): Check<unknown> => ({
  name: 'the partner that the checks used is deleted',
  run: async () => {
    await remove();
    return { status: 'ok', evidence: `partner ${partnerId}` };
  },
});

const lineOf = (row: Row) =>
  escapeForTerminal(
    `${row.status.padEnd('skipped'.length)}  ${row.name}: ${row.status === 'ok' ? row.evidence : row.reason}`,
  );

function summaryOfRun(rows: readonly Row[], endedAt: string): string {
  const count = (wanted: Row['status']) => rows.filter(({ status }) => status === wanted).length;
  return `${count('ok')} ok, ${count('skipped')} skipped, ${count('failed')} failed, ended ${endedAt}`;
}
