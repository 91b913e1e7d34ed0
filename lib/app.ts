import {
  App,
  type AppProps,
  DefaultStackSynthesizer,
  type IStackSynthesizer,
  PermissionsBoundary,
  type StackProps,
  Tags,
} from 'aws-cdk-lib';
import type { Node } from 'constructs';
import cdk from '../cdk.json' with { type: 'json' };
import { stackNameOf } from '../shared/names/stage-names.ts';
import { ServiceStack } from './service-stack.ts';
import { cdkSetup, EXPIRY_TAG, type StageSettings, stackTags, stageSettings } from './stages.ts';
import { StatefulStack } from './stateful-stack.ts';

interface ServiceAppProps {
  /** The folder with the built bundles, one per function. */
  readonly bundlesDir: string;
  /** The settings of the stage. When absent, those of the context's `stage`, which is `dev` by default. */
  readonly settings?: StageSettings;
  readonly app?: AppProps;
}

/**
 * Makes both stacks of one stage, with or without the CDK CLI. Only two of our keys in the context change the deployed
 * resources: `stage`, and `expiresAt` for a temporary stage.
 */
export function serviceApp({ bundlesDir, settings: given, app: props }: ServiceAppProps) {
  const app = new App({
    ...props,
    autoSynth: false,
    analyticsReporting: false,
    // CDK's own validation is off, because checks.ts adds a stricter one.
    builtinCloudFormationValidation: false,
    context: { ...FLAGS, ...props?.context },
  });
  rejectUnknownContext(app.node);
  const settings =
    given ?? stageSettings(app.node.tryGetContext('stage') ?? 'dev', app.node.tryGetContext('expiresAt'));
  const { stage, env } = settings;
  const tags = tagsOf(settings);
  const boundary = settings.cdk?.permissionsBoundary;
  const common: StackProps = {
    ...(env && { env }),
    ...(boundary !== undefined && { permissionsBoundary: PermissionsBoundary.fromName(boundary) }),
    tags,
  };
  const { qualifier } = cdkSetup(settings);
  // Each stack needs its own synthesizer. The cast is needed because a property may be undefined in CDK's class, but
  // only absent in its interface.
  const synthesizer = () => new DefaultStackSynthesizer({ qualifier }) as IStackSynthesizer;
  const data = new StatefulStack(app, stackNameOf(stage, 'stateful'), settings, {
    ...common,
    synthesizer: synthesizer(),
  });
  const service = new ServiceStack(app, stackNameOf(stage, 'service'), settings, {
    data,
    bundlesDir,
    ...common,
    synthesizer: synthesizer(),
  });
  // Puts the tags on each resource in the template. The stacks' property `tags` tags only the stacks themselves.
  for (const [name, value] of Object.entries(tags)) Tags.of(app).add(name, value);
  return { app, settings, data, service };
}

/** `commit` is for an output of the stack. `expiresAt` makes the stage a temporary one. */
const KNOWN = ['stage', 'commit', 'expiresAt'];

/**
 * Throws if the context has an unknown key. Otherwise `-c stgae=prod` would deploy dev without a warning. Accepts CDK's
 * own keys and cached look-ups, which begin with @ or contain a colon.
 */
function rejectUnknownContext(node: Node): void {
  const context: Readonly<Record<string, unknown>> = node.getAllContext();
  const unknown = Object.keys(context).filter((key) => !/^@|:/.test(key) && !KNOWN.includes(key));
  if (unknown.length > 0) {
    const quoted = (keys: readonly string[]) => keys.map((key) => JSON.stringify(key));
    const known = new Intl.ListFormat('en-GB').format(quoted(KNOWN));
    throw new Error(`Unknown context ${quoted(unknown).join(', ')}: only ${known} are known`);
  }
}

const tagsOf = ({ stage, owner, costCentre, expiresAt }: StageSettings) => ({
  ...stackTags(stage),
  owner,
  'cost-centre': costCentre,
  'data-class': 'personal',
  ...(expiresAt !== undefined && { [EXPIRY_TAG]: expiresAt }),
});

/**
 * The feature flags of CDK, each with its value, so that an upgrade of CDK alone changes no template. References
 * between the stacks are strong: CloudFormation rejects a change to anything that the service stack imports. With weak
 * references, the service would keep using an old stream.
 */
const FLAGS = cdk.context;
