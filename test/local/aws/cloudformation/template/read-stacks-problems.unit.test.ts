import { afterAll, describe, expect, it } from '@jest/globals';
import { readStacks } from '../../../../../local/aws/cloudformation/template.ts';
import {
  type Additions,
  assembly,
  helloArn,
  helloInvocations,
  helloMethod,
  mappingOf,
  queue,
  readService,
  removeAssemblies,
  rootMethod,
  ruleOf,
} from './assemblies.ts';

afterAll(removeAssemblies);

describe('problems in a synthesized stack', () => {
  const authorizer = (properties: object) => ({
    Type: 'AWS::ApiGateway::Authorizer',
    Properties: {
      Type: 'REQUEST',
      AuthorizerUri: helloInvocations,
      AuthorizerResultTtlInSeconds: 0,
      ...properties,
    },
  });

  it.each<[string, string, Additions]>([
    [
      'a reference to a kind of resource that has no local counterpart',
      'AWS::CloudWatch::Dashboard',
      { service: { Board: { Type: 'AWS::CloudWatch::Dashboard' } }, environment: { BOARD: { Ref: 'Board' } } },
    ],
    ['an intrinsic function that it does not know', 'Fn::Base64', { environment: { X: { 'Fn::Base64': 'x' } } }],
    ['an import of a value that no stack exports', 'queue-arn', { service: { Mapping: mappingOf({}) } }],
    ['an asset that does not exist', 'other.zip', { hello: { Code: { S3Key: 'other.zip' } } }],
    ['a schedule that is not a rate', 'cron(', { service: { Rule: ruleOf('cron(5 * * * ? *)', helloArn) } }],
    [
      'a schedule whose target is no function',
      ':table/x',
      { service: { Rule: ruleOf('rate(1 day)', 'arn:aws:dynamodb:eu-west-1:000000000000:table/x') } },
    ],
    [
      'a mapping setting that it does not support',
      'TumblingWindowInSeconds',
      { ...queue, service: { Mapping: mappingOf({ TumblingWindowInSeconds: 5 }) } },
    ],
    [
      'a filter of the messages of a queue',
      'does not filter queue messages',
      { ...queue, service: { Mapping: mappingOf({ FilterCriteria: { Filters: [{ Pattern: '{}' }] } }) } },
    ],
    [
      'an event source that is neither a stream nor a queue',
      "neither a table's stream nor a queue",
      { service: { Mapping: mappingOf({ EventSourceArn: 'arn:aws:kinesis:eu-west-1:1:stream/x' }) } },
    ],
    [
      'a token authorizer',
      'Authorizer (AWS::ApiGateway::Authorizer)',
      { service: { Authorizer: authorizer({ Type: 'TOKEN' }) } },
    ],
    [
      'an authorizer with a cache',
      'AuthorizerResultTtlInSeconds',
      { service: { Authorizer: authorizer({ AuthorizerResultTtlInSeconds: 60 }) } },
    ],
    [
      'an authorizer that skips some requests',
      'IdentitySource',
      { service: { Authorizer: authorizer({ IdentitySource: 'method.request.header.X' }) } },
    ],
    [
      'a method signed with IAM',
      'AuthorizationType',
      { service: { Put: helloMethod('PUT', { AuthorizationType: 'AWS_IAM' }) } },
    ],
    [
      'a method with a request validator',
      'RequestValidatorId',
      { service: { Put: helloMethod('PUT', { RequestValidatorId: 'x' }) } },
    ],
    [
      'an integration over HTTP',
      'Integration.Type',
      { service: { Put: rootMethod('PUT', { Integration: { Type: 'HTTP_PROXY' } }) } },
    ],
    [
      'binary media types',
      'BinaryMediaTypes',
      { service: { Api: { Type: 'AWS::ApiGateway::RestApi', Properties: { BinaryMediaTypes: ['*/*'] } } } },
    ],
    ['a second API', 'one REST API, found 2', { service: { Other: { Type: 'AWS::ApiGateway::RestApi' } } }],
  ])('the reader of a synthesized stack rejects %s', (_what, named, additions) => {
    expect(() => readService(additions)).toThrow(named);
  });

  it('the error for a folder without the stack contains the name of the stack', () => {
    const cdkOutDir = assembly({ other: { Resources: {} } });
    expect(() => readStacks(cdkOutDir, '')).toThrow('contains no stack partner-lines-dev-stateful');
  });
});
