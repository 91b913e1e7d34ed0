/**
 * Prints, as JSON, what the CDK app rejects, and what the rules of cdk-nag and of CloudFormation find in it: `node
 * try-app.ts FOLDER`. Runs in its own process, because aws-cdk-lib and the rules need several times as long in Jest.
 */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, CloudFormationValidatePlugin, Stack } from 'aws-cdk-lib';
import { CfnTable } from 'aws-cdk-lib/aws-dynamodb';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { serviceApp } from '../../lib/app.ts';
import { addChecks, STRICT_TEMPLATE_RULES } from '../../lib/checks.ts';
import { writeBundles } from './bundles.ts';
import { MISTAKES } from './mistakes.ts';
import { neutralSettings } from './neutral-settings.ts';
import { EVERY_SETTING, VARIATIONS, type VariationName } from './variations.ts';

const [folder = ''] = process.argv.slice(2);
// Makes CDK put the findings into the error, not only on stderr.
process.env['CDK_APP_MODE'] = 'inmemory';
const bundlesDir = writeBundles(join(folder, 'bundles'));

/** Returns what an action throws, or an empty text. */
function errorOf(action: () => void): string {
  try {
    action();
    return '';
  } catch (error) {
    return String(error);
  }
}

const errorOfContext = (context: Record<string, unknown>) =>
  errorOf(() => serviceApp({ bundlesDir: '/nowhere', app: { context } }));

/** Synthesizes a variation as `npm run synth` does, into a folder of its name. */
const errorOfVariation = (name: VariationName) =>
  errorOf(() => {
    const { stage, settings } = VARIATIONS[name];
    const outdir = join(folder, name);
    const { app } = serviceApp({ bundlesDir, settings: { ...neutralSettings(stage), ...settings }, app: { outdir } });
    addChecks(app);
    app.synth();
  });

function errorOfWarnings(): string {
  const outdir = mkdtempSync(join(folder, 'bad-'));
  const app = new App({ outdir, autoSynth: false, builtinCloudFormationValidation: false });
  const stack = new Stack(app, 'Stack');
  new Queue(stack, 'Forgotten');
  new CfnTable(stack, 'Table', {
    keySchema: [{ attributeName: 'PK', keyType: 'HASH' }],
    streamSpecification: { streamViewType: 'KEY_ONLY' },
  });
  addChecks(app);
  return errorOf(() => app.synth());
}

/** Writes the template of a stack of prod with all mistakes for that stack. */
function templateWithMistakes(part: 'stateful' | 'service') {
  const file = `partner-lines-prod-${part}.template.json`;
  const good = JSON.stringify(JSON.parse(readFileSync(join(folder, 'prod with every setting', file), 'utf8')));
  const bad = MISTAKES.filter(([, stack]) => stack === part).reduce((text, [, , right, wrong]) => {
    if (!text.includes(right)) throw new Error(`The template has no ${right}`);
    return text.replace(right, wrong);
  }, good);
  const templatePath = join(folder, file);
  writeFileSync(templatePath, bad);
  const { account, region } = EVERY_SETTING.env;
  return { stackConstructPath: part, templatePath, accountId: account, region };
}

function findingsInMistakes(): readonly string[] {
  const stackTemplates = [templateWithMistakes('stateful'), templateWithMistakes('service')];
  const context = { stackTemplates, templatePaths: [], appConstruct: new App() };
  return STRICT_TEMPLATE_RULES.validate(context).violations.map(
    ({ ruleName, description }) => `${ruleName} ${description}`,
  );
}

const CDKS_OWN = { 'aws:cdk:enable-path-metadata': true, 'availability-zones:account=1:region=eu-west-1': ['a'] };

const result = {
  contexts: {
    'misspelt key': errorOfContext({ stgae: 'prod' }),
    "CDK's own keys": errorOfContext({ ...CDKS_OWN, stage: 'nowhere' }),
  },
  variations: {
    'prod with every setting': errorOfVariation('prod with every setting'),
    staging: errorOfVariation('staging'),
    dev: errorOfVariation('dev'),
  },
  warnings: errorOfWarnings(),
  mistakes: findingsInMistakes(),
  version: new CloudFormationValidatePlugin().version,
};
export type WhatTheAppSays = typeof result;
process.stdout.write(JSON.stringify(result));
