import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { App, CloudFormationValidatePlugin, Stack } from 'aws-cdk-lib';
import { CfnTable } from 'aws-cdk-lib/aws-dynamodb';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { serviceApp } from '../../lib/app.ts';
import { addChecks, STRICT_TEMPLATE_RULES } from '../../lib/checks.ts';
import { stageSettings } from '../../lib/stages.ts';
import { writeBundles } from './bundles.ts';
import { assemblyOf } from './synthesized.ts';
import { EVERY_SETTING, VARIATIONS, type VariationName } from './variations.ts';

const scratch = mkdtempSync(join(tmpdir(), 'app-test-'));
afterAll(() => rmSync(scratch, { recursive: true }));

describe('the context of the app', () => {
  const appIn = (context: Record<string, unknown>) => () => serviceApp({ bundlesDir: '/nowhere', app: { context } });

  it('cannot name a stage that there is not', () => {
    expect(appIn({ stage: 'Prod' })).toThrow('Unknown stage "Prod": choose one of dev, staging, prod');
  });

  it('cannot have a misspelt key, which would deploy dev in silence', () => {
    expect(appIn({ stgae: 'prod' })).toThrow('Unknown context "stgae": only "stage" and "commit" are known');
  });

  it('may have keys of CDK', () => {
    const context = { 'aws:cdk:enable-path-metadata': true, 'availability-zones:account=1:region=eu-west-1': ['a'] };
    expect(appIn({ ...context, stage: 'nowhere' })).toThrow('Unknown stage');
  });
});

/** As `npm run synth` synthesizes it: with the rules of cdk-nag and those that CDK brings for templates. */
function synthesizeChecked(name: VariationName) {
  const { stage, settings } = VARIATIONS[name];
  const { app } = serviceApp({
    bundlesDir: writeBundles(mkdtempSync(join(scratch, 'bundles-'))),
    settings: { ...stageSettings(stage), ...settings },
    app: { outdir: mkdtempSync(join(scratch, 'out-')) },
  });
  addChecks(app);
  app.synth();
}

describe('the rules for a good stack', () => {
  // What has most types of resources comes first: the rules take seconds to load, again for each type that is new. For
  // plain prod, see `npm run synth` in command-line.test.ts.
  it.each(['prod with every setting', 'staging', 'dev'] as const)(
    'find nothing in %s that nobody has explained',
    (name) => {
      expect(() => synthesizeChecked(name)).not.toThrow();
    },
  );

  it('stop synthesis where one of them finds something, also what CDK only warns of', () => {
    const app = new App({ outdir: join(scratch, 'bad'), autoSynth: false, builtinCloudFormationValidation: false });
    const stack = new Stack(app, 'Stack');
    new Queue(stack, 'Forgotten');
    new CfnTable(stack, 'Table', {
      keySchema: [{ attributeName: 'PK', keyType: 'HASH' }],
      streamSpecification: { streamViewType: 'KEY_ONLY' },
    });
    addChecks(app);
    let said = '';
    try {
      app.synth();
    } catch (error) {
      said = String(error);
    }
    expect(said).toContain('AwsSolutions-SQS3');
    expect(said).toContain("'KEY_ONLY' is not one of");
  });
});

describe("CloudFormation's own rules", () => {
  const MISTAKES = [
    ['a value that its enum does not have', 'stateful', '"KEYS_ONLY"', '"KEY_ONLY"', /^W3030.*'KEY_ONLY'/],
    ['a misspelt property', 'stateful', '"RetentionInDays"', '"RetentionInDay"', /^F3002 RetentionInDay:/],
    [
      'a misspelt deletion policy',
      'stateful',
      '"RetainExceptOnCreate"',
      '"RetainOnCreate"',
      /^F3016.*'RetainOnCreate'/,
    ],
    ['a runtime that Lambda does not have', 'service', '"nodejs24.x"', '"nodejs42.x"', /^W3030.*'nodejs42.x'/],
    [
      'a setting of loop detection that Lambda does not have',
      'service',
      '"RecursiveLoop":"Allow"',
      '"RecursiveLoop":"Alow"',
      /^W3030 RecursiveLoop:/,
    ],
    [
      'a text in place of a number',
      'service',
      '"ReservedConcurrentExecutions":60',
      '"ReservedConcurrentExecutions":"60 of them"',
      /^F3012 ReservedConcurrentExecutions:/,
    ],
    ['a schedule that EventBridge cannot read', 'service', 'rate(5 minutes)', 'every 5 minutes', /^E3027/],
  ] as const;

  const { account, region } = EVERY_SETTING.env;

  /** The template of prod with all the mistakes of that part in it. */
  function templateWithMistakes(part: 'stateful' | 'service') {
    const file = `partner-lines-prod-${part}.template.json`;
    const good = JSON.stringify(JSON.parse(readFileSync(join(assemblyOf('prod'), file), 'utf8')));
    const bad = MISTAKES.filter(([, of]) => of === part).reduce((text, [, , right, wrong]) => {
      if (!text.includes(right)) throw new Error(`The template has no ${right}`);
      return text.replace(right, wrong);
    }, good);
    const templatePath = join(scratch, file);
    writeFileSync(templatePath, bad);
    return { stackConstructPath: part, templatePath, accountId: account, region };
  }

  let found: readonly string[];
  beforeAll(() => {
    const stackTemplates = [templateWithMistakes('stateful'), templateWithMistakes('service')];
    const { violations } = STRICT_TEMPLATE_RULES.validate({
      stackTemplates,
      templatePaths: [],
      appConstruct: new App(),
    });
    found = violations.map(({ ruleName, description }) => `${ruleName} ${description}`);
  });

  it.each(MISTAKES)('find %s', (_, _part, _right, _wrong, finding) => {
    expect(found).toContainEqual(expect.stringMatching(finding));
  });

  it('are those of version 1.14.0: look at what another version finds before you write its number here', () => {
    expect(new CloudFormationValidatePlugin().version).toBe('1.14.0');
  });
});
