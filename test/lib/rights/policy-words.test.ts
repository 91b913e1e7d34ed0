import { describe, expect, it } from '@jest/globals';
import { STAGES } from '../../../lib/stages.ts';
import { synthesized } from '../synthesized.ts';
import { unknownWordsIn } from './policy-words.ts';

const templatesOf = (stage: (typeof STAGES)[number]) => {
  const { stateful, service } = synthesized(stage);
  return [stateful, service];
};

describe('the policies', () => {
  it.each(STAGES)('of %s name only actions that exist, and condition keys that go with them', async (stage) => {
    expect(await unknownWordsIn(templatesOf(stage))).toEqual([]);
  });
});

describe('the look at the words of policies', () => {
  const prod = JSON.stringify(templatesOf('prod'));

  it.each([
    ['a misspelt action of a role', 'sqs:DeleteMessage', 'sqs:DeleteMesage', 'sqs:DeleteMesage'],
    ['a misspelt action of a key', 'kms:CreateGrant', 'kms:CreateGrants', 'kms:CreateGrants'],
    ['a wildcard that fits no action', 'kms:ReEncrypt*', 'kms:Reencode*', 'kms:Reencode*'],
    ['a misspelt action of a topic', 'sns:Publish', 'sns:Publsh', 'sns:Publsh'],
    ['a service that does not exist', 'sqs:*', 'sqz:*', 'sqz:*'],
    ['a misspelt action of who may take a role', 'sts:AssumeRole', 'sts:AssumRole', 'sts:AssumRole'],
    ['a misspelt condition key', 'dynamodb:LeadingKeys', 'dynamodb:LeadingKey', 'dynamodb:LeadingKey for'],
    ['a misspelt key of all services', 'aws:SourceAccount', 'aws:SourceAcount', 'aws:SourceAcount for'],
    ['a condition key of another service', 'dynamodb:LeadingKeys', 'kms:ViaService', 'kms:ViaService for dynamodb:'],
  ])('finds %s', async (_, right, wrong, said) => {
    expect(prod).toContain(`"${right}"`);
    const unknown = await unknownWordsIn(JSON.parse(prod.replaceAll(`"${right}"`, `"${wrong}"`)));
    expect(unknown.join('\n')).toContain(said);
  });

  it('refuses a policy of a form that it cannot read, rather than pass it over', async () => {
    const policy = { Version: '2012-10-17', Statement: [{ Effect: 'Allow', NotAction: 'iam:*', Resource: '*' }] };
    await expect(unknownWordsIn(policy)).rejects.toThrow('Action');
  });
});
