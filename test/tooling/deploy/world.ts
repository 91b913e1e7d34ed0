import { type StageSettings, stageSettings } from '../../../lib/stages.ts';
import { connectAws } from '../../../tooling/deploy/aws/aws.ts';
import { type DeployTools, runDeploy } from '../../../tooling/deploy/run.ts';
import { neutralSettings } from '../../lib/neutral-settings.ts';
import { ACCOUNT, type FakeAws, startFakeAws } from '../../support/aws/fake-aws.ts';
import { accountWith, type FakeStack } from '../../support/aws/fake-stacks.ts';

const credentials = { accessKeyId: 'AKIAEXAMPLE', secretAccessKey: 'secret' };

/** Returns the settings of a stage with an account, a region and on-call addresses. */
export const settled = (stage: string): StageSettings => ({
  ...neutralSettings(stage),
  env: { account: ACCOUNT, region: 'ca-central-1' },
  onCall: { page: ['oncall@example.com'], ticket: [] },
});

/** Creates a terminal with the fake AWS, on which every program succeeds unless a test says otherwise. */
export function createTerminal({ endpoint }: Pick<FakeAws, 'endpoint'>, other: Partial<DeployTools> = {}) {
  const ran: string[] = [];
  const said: string[] = [];
  const questions: string[] = [];
  const tools: DeployTools = {
    settingsOf: stageSettings,
    aws: (region = 'eu-west-1') => connectAws(region, { endpoint, credentials }),
    run: async (program, args) => {
      ran.push([program, ...args].join(' '));
      return 0;
    },
    confirm: async (question) => {
      questions.push(question);
      return true;
    },
    readJson: () => ({ 'partner-lines-dev-service': { ApiUrl: 'https://api.example.com/dev' } }),
    now: () => new Date('2026-11-23T10:00:00.250Z'),
    pause: () => Promise.resolve(),
    commit: () => '0123abc',
    versions: { fullName: (commit) => commit, rejectTooOld: () => undefined, synthesize: () => undefined },
    out: (line) => void said.push(line),
    err: (line) => void said.push(line),
    ...other,
  };
  return { tools, ran, said, questions };
}

/** The fake account, as messages name it. */
export const PLACE = `account ${ACCOUNT}, eu-west-1`;
/** Dates of expiry after and before the terminal's time. */
export const SOON = '2026-11-26T10:00:00Z';
export const PAST = '2026-11-23T10:00:00Z';

/** Returns a terminal in front of an account with these stacks. */
export async function terminal(
  stacks: readonly FakeStack[],
  logGroups: readonly string[] = [],
  other: Partial<DeployTools> = {},
) {
  const account = accountWith(stacks, logGroups);
  const fake = await startFakeAws(account.responses);
  const made = createTerminal(fake, other);
  return { ...made, account, asked: fake.asked, deploy: (...args: string[]) => runDeploy(args, made.tools) };
}

/** A stack without an expiry. */
export const staying = (stage: string, part: string): FakeStack => ({
  name: `partner-lines-${stage}-${part}`,
  tags: { service: 'partner-lines', stage },
});
export const dev = [staying('dev', 'service'), staying('dev', 'stateful')];
