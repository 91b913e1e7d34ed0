import { cdkSetup, STAGE_NAMES } from '../../../lib/stages.ts';
import { stackNameOf } from '../../../shared/names/stage-names.ts';
import { argumentsOf } from '../../command-line/arguments.ts';
import { EXIT, Problem } from '../../command-line/problem.ts';
import { runTool } from '../../command-line/run-tool.ts';
import { findAccountAndRegion } from '../../deploy/account-and-region.ts';
import { requireStageSettings } from '../../deploy/flags.ts';
import type { Tools } from '../../deploy/tool.ts';
import type { Deployed } from './operator-rights.ts';
import {
  acceptancePolicy,
  cloudFormationPolicy,
  deployerPolicy,
  operatorPolicy,
  type Policy,
  voicePlatformPolicy,
  type Where,
} from './policies.ts';

/** Policies with names from the outputs of a deployed stage. */
const POLICIES_AFTER_DEPLOYMENT: Readonly<Record<string, (deployed: Deployed) => Policy>> = {
  support: (deployed) => operatorPolicy('support', deployed),
  'on-call': (deployed) => operatorPolicy('on-call', deployed),
  'voice-platform': voicePlatformPolicy,
  accept: acceptancePolicy,
};
const POLICIES_BEFORE_DEPLOYMENT: Readonly<Record<string, (where: Where) => Policy>> = {
  deployer: deployerPolicy,
  cloudformation: cloudFormationPolicy,
};
const NAMES = [...Object.keys(POLICIES_AFTER_DEPLOYMENT), ...Object.keys(POLICIES_BEFORE_DEPLOYMENT)].join('|');

const USAGE = `npm run -s rights -- --policy ${NAMES} --stage ${STAGE_NAMES.join('|')}

Prints a policy of IAM as JSON. For the policies ${Object.keys(POLICIES_AFTER_DEPLOYMENT).join(', ')}, the stage must be
deployed, because the names of its resources are in the policy.`;

const OPTIONS = {
  policy: { type: 'string' },
  stage: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const;

/** Runs `npm run rights` with these arguments and returns the exit code. */
export const runRights = (args: readonly string[], given: Tools): Promise<number> =>
  runTool(given, async (tools) => {
    const { policy: name = '', stage, help } = argumentsOf(args, OPTIONS, 'npm run rights');
    if (help) return tools.out(USAGE);
    const ofDeployed = POLICIES_AFTER_DEPLOYMENT[name];
    const ofPlace = POLICIES_BEFORE_DEPLOYMENT[name];
    if (!ofDeployed && !ofPlace) throw new Problem(`Name the policy: --policy ${NAMES}.`, EXIT.wrongCommandLine);
    const settings = requireStageSettings(stage, tools.settingsOf);
    const aws = tools.aws(settings.env?.region);
    const place = await findAccountAndRegion(settings, aws);
    const [, partition = 'aws'] = (await aws.caller()).split(':');
    const where = { ...place, partition, stage: settings.stage, cdk: cdkSetup(settings) };
    const made =
      ofPlace?.(where) ??
      ofDeployed?.({ ...where, output: await fetchOutputs(settings.stage, tools, settings.env?.region) });
    tools.out(JSON.stringify(made, null, 2));
  });

async function fetchOutputs(stage: string, { aws }: Tools, region: string | undefined): Promise<Deployed['output']> {
  const name = stackNameOf(stage, 'service');
  const stack = await aws(region).stack(name);
  if (!stack)
    throw new Problem(
      `Stage ${stage} is not deployed: deploy it first, because the policy contains the names of its resources.`,
    );
  return (output) => {
    const value = stack.outputs[output];
    if (value === undefined)
      throw new Problem(`The stack ${name} has no output ${output}: deploy the current version first.`);
    return value;
  };
}
