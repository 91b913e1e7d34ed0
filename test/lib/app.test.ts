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

describe('the CDK app', () => {
  const appIn = (context: Record<string, unknown>) => () => serviceApp({ bundlesDir: '/nowhere', app: { context } });

  it('rejects an unknown stage in its context', () => {
    expect(appIn({ stage: 'Prod' })).toThrow('Unknown stage "Prod": choose one of dev, staging, prod');
  });

  it('rejects a misspelt context key, which would otherwise deploy dev without a warning', () => {
    expect(appIn({ stgae: 'prod' })).toThrow('Unknown context "stgae": only "stage" and "commit" are known');
  });

  it("accepts CDK's own context keys", () => {
    const context = { 'aws:cdk:enable-path-metadata': true, 'availability-zones:account=1:region=eu-west-1': ['a'] };
    expect(appIn({ ...context, stage: 'nowhere' })).toThrow('Unknown stage');
  });
});

/** Synthesizes a variation as `npm run synth` does: with the rules of cdk-nag and CDK's rules for templates. */
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

describe('the rules of cdk-nag and CDK', () => {
  // The variation with the most resource types comes first. The rules take seconds to load, and again for each new
  // type. For plain prod, see `npm run synth` in command-line.test.ts.
  it.each(['prod with every setting', 'staging', 'dev'] as const)(
    'find nothing in %s except findings that the code accepts with a reason',
    (name) => {
      expect(() => synthesizeChecked(name)).not.toThrow();
    },
  );

  it('stop the synthesis at every finding, even one that CDK only warns about', () => {
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
    ['an unknown enum value', 'stateful', '"KEYS_ONLY"', '"KEY_ONLY"', /^W3030.*'KEY_ONLY'/],
    ['a misspelt property', 'stateful', '"RetentionInDays"', '"RetentionInDay"', /^F3002 RetentionInDay:/],
    [
      'a misspelt deletion policy',
      'stateful',
      '"RetainExceptOnCreate"',
      '"RetainOnCreate"',
      /^F3016.*'RetainOnCreate'/,
    ],
    ['an unknown Lambda runtime', 'service', '"nodejs24.x"', '"nodejs42.x"', /^W3030.*'nodejs42.x'/],
    [
      'an unknown value for loop detection',
      'service',
      '"RecursiveLoop":"Allow"',
      '"RecursiveLoop":"Alow"',
      /^W3030 RecursiveLoop:/,
    ],
    [
      'text instead of a number',
      'service',
      '"ReservedConcurrentExecutions":60',
      '"ReservedConcurrentExecutions":"60 of them"',
      /^F3012 ReservedConcurrentExecutions:/,
    ],
    ['a schedule that EventBridge cannot read', 'service', 'rate(5 minutes)', 'every 5 minutes', /^E3027/],
  ] as const;

  const { account, region } = EVERY_SETTING.env;

  /** Writes the template of prod with all mistakes for that stack. */
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

  it('are those of version 1.14.0. After an upgrade, check what the new version finds before you change this number', () => {
    expect(new CloudFormationValidatePlugin().version).toBe('1.14.0');
  });
});
