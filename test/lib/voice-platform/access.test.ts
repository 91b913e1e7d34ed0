import { describe, expect, it } from '@jest/globals';
import { RemovalPolicy, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import {
  Alias,
  Code,
  type IFunction,
  type IVersion,
  Function as LambdaFunction,
  Runtime,
} from 'aws-cdk-lib/aws-lambda';
import { allowVoicePlatform } from '../../../lib/voice-platform/access.ts';
import { IntakeQueues } from '../../../lib/voice-platform/intake-queues.ts';

const PLATFORM = { account: '210987654321', role: 'platform/answering' };

/** A function with an alias, as the service's functions are. */
function anAlias(stack: Stack, name: string): { readonly live: IFunction } {
  const code = Code.fromInline('exports.handler = async () => undefined;');
  const made = new LambdaFunction(stack, name, { code, handler: 'index.handler', runtime: Runtime.NODEJS_24_X });
  const alias = new Alias(stack, `${name}Live`, { aliasName: 'live', version: made.currentVersion as IVersion });
  // The cast is needed, because CDK's classes and interfaces differ in whether `role` may be undefined.
  return { live: alias as IFunction };
}

const templateWith = (voicePlatform?: typeof PLATFORM) => {
  const stack = new Stack();
  const used = { lineForCall: anAlias(stack, 'LineForCall'), recordCall: anAlias(stack, 'RecordCall') };
  allowVoicePlatform(stack, { voicePlatform }, used);
  return Template.fromStack(stack);
};

describe('a stage with a voice platform in another account', () => {
  it('a voice platform in another account can invoke only the aliases of line-for-call and record-call', () => {
    const template = templateWith(PLATFORM);
    const permissions = Object.values(template.findResources('AWS::Lambda::Permission'));
    expect(permissions.map(({ Properties }) => Properties)).toEqual(
      ['LineForCallLive', 'RecordCallLive'].map((alias) => ({
        Action: 'lambda:InvokeFunction',
        FunctionName: { Ref: expect.stringMatching(`^${alias}`) },
        Principal: {
          'Fn::Join': ['', ['arn:', { Ref: 'AWS::Partition' }, ':iam::210987654321:role/platform/answering']],
        },
      })),
    );
  });

  it('the outputs contain the ARNs of the two aliases that the voice platform of another account invokes', () => {
    expect(templateWith(PLATFORM).toJSON()['Outputs']).toEqual({
      LineForCallFunctionArn: { Value: { Ref: expect.stringMatching(/^LineForCallLive/) } },
      RecordCallFunctionArn: { Value: { Ref: expect.stringMatching(/^RecordCallLive/) } },
    });
  });
});

describe('the queue of finished calls', () => {
  const statementsWith = (voicePlatform?: typeof PLATFORM) => {
    const stack = new Stack();
    new IntakeQueues(stack, 'Intake', { removalPolicy: RemovalPolicy.DESTROY, voicePlatform });
    return Object.values(Template.fromStack(stack).findResources('AWS::SQS::QueuePolicy')).flatMap(
      ({ Properties }) => Properties.PolicyDocument.Statement,
    );
  };

  it("the queue of finished calls lets a voice platform's role in another account send messages, and nothing else", () => {
    const allowed = statementsWith(PLATFORM).filter(({ Effect }) => Effect === 'Allow');
    expect(allowed).toMatchObject([
      { Action: 'sqs:SendMessage', Resource: { 'Fn::GetAtt': [expect.stringMatching(/^IntakeCalls/), 'Arn'] } },
    ]);
    expect(JSON.stringify(allowed[0].Principal)).toContain(':iam::210987654321:role/platform/answering');
  });

  it('no other account can send to the queue of finished calls if the settings name no voice platform', () => {
    expect(statementsWith().map(({ Effect }) => Effect)).toEqual(['Deny', 'Deny']);
  });
});

it('no other account can invoke a function if the settings name no voice platform', () => {
  templateWith().resourceCountIs('AWS::Lambda::Permission', 0);
});
