import { App, type AppProps, Tags } from 'aws-cdk-lib';
import recommended from 'aws-cdk-lib/recommended-feature-flags.json' with { type: 'json' };
import { ServiceStack } from './service-stack.ts';
import { stageSettings } from './stages.ts';
import { StatefulStack } from './stateful-stack.ts';

interface ServiceAppProps {
  /** Folder with one built bundle per function. */
  readonly bundlesDir: string;
  /** Wins over the context's `stage`; neither: `dev`. */
  readonly stage?: string;
  readonly app?: AppProps;
}

/** Both stacks of one stage. Nothing but `-c stage=…` changes what is synthesized, with or without the CDK CLI. */
export function serviceApp({ bundlesDir, stage, app: props }: ServiceAppProps) {
  const app = new App({ ...props, analyticsReporting: false, context: { ...FLAGS, ...props?.context } });
  const settings = stageSettings(stage ?? app.node.tryGetContext('stage') ?? 'dev');
  const prefix = `partner-lines-${settings.stage}`;
  const data = new StatefulStack(app, `${prefix}-stateful`, settings);
  const service = new ServiceStack(app, `${prefix}-service`, settings, { data, bundlesDir });

  Tags.of(app).add('service', 'partner-lines');
  Tags.of(app).add('stage', settings.stage);
  Tags.of(app).add('data-class', 'personal');
  return { app, data, service };
}

/** What `cdk init` would write into cdk.json; here, because only the CLI reads that file. */
const FLAGS = { ...recommended, '@aws-cdk/core:defaultCrossStackReferences': 'strong' };
