import { describe, expect, it } from '@jest/globals';
import { STAGES } from '../../../lib/stages.ts';
import { synthesized } from '../synthesized.ts';
import { unknownWordsIn } from './policy-words.ts';

const templatesOf = (stage: (typeof STAGES)[number]) => {
  const { stateful, service } = synthesized(stage);
  return [stateful, service];
};

it.each(STAGES)(
  'the policies of stage %s contain only actions that exist, and condition keys that apply to these actions',
  async (stage) => {
    expect(await unknownWordsIn(templatesOf(stage))).toEqual([]);
  },
);

describe('the check of IAM policies for unknown actions and condition keys', () => {
  const prod = JSON.stringify(templatesOf('prod'));

  it.each([
    ['a misspelt action of a role', 'sqs:DeleteMessage', 'sqs:DeleteMesage', 'sqs:DeleteMesage'],
    ['a misspelt action of a key', 'kms:CreateGrant', 'kms:CreateGrants', 'kms:CreateGrants'],
    ['a wildcard that matches no action', 'kms:ReEncrypt*', 'kms:Reencode*', 'kms:Reencode*'],
    ['a misspelt action of a topic', 'sns:Publish', 'sns:Publsh', 'sns:Publsh'],
    ['a service that does not exist', 'sqs:*', 'sqz:*', 'sqz:*'],
    ['a misspelt action in a trust policy', 'sts:AssumeRole', 'sts:AssumRole', 'sts:AssumRole'],
    ['a misspelt condition key', 'dynamodb:LeadingKeys', 'dynamodb:LeadingKey', 'dynamodb:LeadingKey for'],
    ['a misspelt global condition key', 'aws:SourceAccount', 'aws:SourceAcount', 'aws:SourceAcount for'],
    ['a condition key of another service', 'dynamodb:LeadingKeys', 'kms:ViaService', 'kms:ViaService for dynamodb:'],
  ])('the check of IAM policies finds %s', async (_, right, wrong, said) => {
    expect(prod).toContain(`"${right}"`);
    const unknown = await unknownWordsIn(JSON.parse(prod.replaceAll(`"${right}"`, `"${wrong}"`)));
    expect(unknown.join('\n')).toContain(said);
  });

  it('the check of IAM policies throws an error for a policy that it cannot parse', async () => {
    const policy = { Version: '2012-10-17', Statement: [{ Effect: 'Allow', NotAction: 'iam:*', Resource: '*' }] };
    await expect(unknownWordsIn(policy)).rejects.toThrow('Action');
  });
});
