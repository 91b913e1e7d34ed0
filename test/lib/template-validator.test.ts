import { afterAll, describe, expect, it } from '@jest/globals';
import { STAGES } from '../../lib/stages.ts';
import { synthesized } from './synthesized.ts';
import { openValidator } from './template-validator.ts';

const { version, findingsIn, close } = openValidator();
afterAll(close);

type Part = 'stateful' | 'service';
const PARTS = ['stateful', 'service'] as const;
const EVERY_SETTING = {
  env: { account: '123456789012', region: 'eu-west-1' },
  domain: {
    name: 'api.example.com',
    certificateArn: 'arn:aws:acm:eu-west-1:123456789012:certificate/1',
    hostedZoneId: 'Z1',
  },
  onCall: { page: ['https://pager.example.com/'], ticket: ['team@example.com'] },
};
const jsonOf = (stage: string, part: Part, other?: typeof EVERY_SETTING) =>
  JSON.stringify(synthesized(stage, other)[part].toJSON());

describe("CloudFormation's own rules", () => {
  it.each(STAGES.flatMap((stage) => PARTS.map((part) => [part, stage] as const)))(
    'find nothing in the %s template of %s',
    (part, stage) => {
      expect(findingsIn(jsonOf(stage, part))).toEqual([]);
    },
  );

  it.each(PARTS)('find nothing in the %s template of a stage that uses every setting', (part) => {
    // The certificate is there before the stack: its ARN can only be written down.
    const others = findingsIn(jsonOf('prod', part, EVERY_SETTING)).filter((line) => !/^W90(02|13) .*ARN/.test(line));
    expect(others).toEqual([]);
  });

  it.each([
    ['a value that its enum does not have', 'stateful', '"KEYS_ONLY"', '"KEY_ONLY"', 'W3030'],
    ['a misspelt property', 'stateful', '"RetentionInDays"', '"RetentionInDay"', 'F3002'],
    ['a misspelt deletion policy', 'stateful', '"RetainExceptOnCreate"', '"RetainOnCreate"', 'F3016'],
    ['a runtime that Lambda does not have', 'service', '"nodejs24.x"', '"nodejs42.x"', 'W3030'],
    [
      'a setting of loop detection that Lambda does not have',
      'service',
      '"RecursiveLoop":"Allow"',
      '"RecursiveLoop":"Alow"',
      'W3030',
    ],
    [
      'a text in place of a number',
      'service',
      '"ReservedConcurrentExecutions":60',
      '"ReservedConcurrentExecutions":"60 of them"',
      'F3012',
    ],
    ['a schedule that EventBridge cannot read', 'service', 'rate(5 minutes)', 'every 5 minutes', 'E3027'],
  ] as const)('find %s', (_, part, right, wrong, rule) => {
    const template = jsonOf('prod', part);
    expect(template).toContain(right);
    expect(findingsIn(template.replace(right, wrong)).join('\n')).toContain(rule);
  });

  it('are those of version 1.14.0: look at what another version finds before you write its number here', () => {
    expect(version).toBe('1.14.0');
  });
});
