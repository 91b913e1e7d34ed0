import { type StageSettings, stageSettings } from '../../../lib/stages.ts';
import { connectAws } from '../../../tooling/deploy/aws/aws.ts';
import type { DeployTools } from '../../../tooling/deploy/run.ts';
import { neutralSettings } from '../../lib/neutral-settings.ts';
import { ACCOUNT, type FakeAws } from '../../support/aws/fake-aws.ts';

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
    versions: { fullName: (commit) => commit, synthesize: () => undefined },
    out: (line) => void said.push(line),
    err: (line) => void said.push(line),
    ...other,
  };
  return { tools, ran, said, questions };
}
