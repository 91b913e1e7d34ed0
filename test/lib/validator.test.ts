import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { assemblyOf, synthesized } from './synthesized.ts';
import { only } from './template-reader.ts';
import { VARIATIONS, type VariationName } from './variations.ts';

interface Engine {
  validateStandard(template: object): unknown;
}
const aClass = <Made>() => z.custom<Made>((given) => typeof given === 'function');
const validator = z.object({
  CelEngine: aClass<new () => Engine>(),
  TemplateFile: aClass<new (path: string) => object>(),
  TemplateContent: aClass<new (text: string) => object>(),
});
const report = z.object({
  diagnostics: z.array(
    z.object({
      ruleId: z.string(),
      severity: z.enum(['FATAL', 'ERROR', 'WARN', 'INFO', 'DEBUG']),
      message: z.string(),
      entity: z.object({ logicalId: z.string() }).optional(),
    }),
  ),
});

/**
 * The validator of the CloudFormation team, which has the schemas of all resource types and most rules of cfn-lint, and
 * knows nothing of constructs. aws-cdk-lib contains it, in a later version than npm has by itself.
 */
const insideCdk = createRequire(createRequire(import.meta.url).resolve('aws-cdk-lib'));
const { CelEngine, TemplateFile, TemplateContent } = validator.parse(insideCdk('@aws/cloudformation-validate'));
const engine = new CelEngine();

/** By rule, with the reason. */
const ACCEPTED = {
  W3005: 'CDK names the dependency of a function on its role twice',
  W9002: 'the certificate of the domain is a setting of the stage',
  W9013: 'so is its account',
};

/** Returns what the validator finds wrong, without advice. */
const findingsIn = (template: object) =>
  report
    .parse(engine.validateStandard(template))
    .diagnostics.filter(({ severity, ruleId }) => !['INFO', 'DEBUG'].includes(severity) && !(ruleId in ACCEPTED))
    .map(({ ruleId, message, entity }) => `${ruleId} ${entity?.logicalId}: ${message}`);

const names = Object.keys(VARIATIONS) as VariationName[];

describe('the validator of CloudFormation', () => {
  it.each(names)('the validator of CloudFormation finds nothing wrong in the templates of %s', (name) => {
    const prefix = `partner-lines-${VARIATIONS[name].stage}`;
    const files = [`${prefix}-stateful.template.json`, `${prefix}-service.template.json`];
    const findings = files.flatMap((file) => findingsIn(new TemplateFile(join(assemblyOf(name), file))));
    expect(findings).toEqual([]);
  });

  it.each<[string, object, RegExp]>([
    ['a property that does not exist', { Nonsense: 1 }, /^F3002 .*Nonsense/],
    ['a value that is not allowed', { BillingMode: 'PAY' }, /'PAY' is not one of/],
    ['a missing property', { KeySchema: undefined }, /'KeySchema' is a required property/],
  ])('the validator of CloudFormation finds %s', (_, planted, finding) => {
    const changed = structuredClone(synthesized('prod').stateful);
    const table = only(changed, 'AWS::DynamoDB::Table');
    Object.assign(table.Properties, planted);
    expect(findingsIn(new TemplateContent(JSON.stringify(changed)))).toContainEqual(expect.stringMatching(finding));
  });
});
