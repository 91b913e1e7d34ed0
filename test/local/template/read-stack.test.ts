// biome-ignore-all lint/suspicious/noTemplateCurlyInString: CloudFormation marks its variables like this
import { afterAll, describe, expect, it } from '@jest/globals';
import { readStack } from '../../../bin/local/template.ts';
import { assembly, removeAssemblies } from './assemblies.ts';

afterAll(removeAssemblies);

interface Additions {
  /** Resources of the stateful stack. */
  readonly data?: object;
  readonly dataOutputs?: object;
  /** Resources of the service stack. */
  readonly service?: object;
  readonly conditions?: object;
  readonly outputs?: object;
  /** Properties of the one function. */
  readonly hello?: object;
  readonly environment?: object;
}

const invocations = (logicalId: string) => ({
  'Fn::Join': [
    '',
    [
      'arn:aws:apigateway:',
      { Ref: 'AWS::Region' },
      ':lambda:path/2015-03-31/functions/',
      { 'Fn::GetAtt': [logicalId, 'Arn'] },
      '/invocations',
    ],
  ],
});
const rootMethod = (HttpMethod: string, properties: object) => ({
  Type: 'AWS::ApiGateway::Method',
  Properties: { HttpMethod, ResourceId: { 'Fn::GetAtt': ['Api', 'RootResourceId'] }, ...properties },
});
const helloMethod = (HttpMethod: string, properties: object = {}) =>
  rootMethod(HttpMethod, { Integration: { Type: 'AWS_PROXY', Uri: invocations('Hello') }, ...properties });
const mappingOf = (properties: object) => ({
  Type: 'AWS::Lambda::EventSourceMapping',
  Properties: { FunctionName: { Ref: 'Hello' }, EventSourceArn: { 'Fn::ImportValue': 'queue-arn' }, ...properties },
});
const ruleOf = (ScheduleExpression: string, Arn: unknown, State = 'ENABLED') => ({
  Type: 'AWS::Events::Rule',
  Properties: { ScheduleExpression, State, Targets: [{ Id: 'Target', Arn }] },
});
const helloArn = { 'Fn::GetAtt': ['Hello', 'Arn'] };
const queue = {
  data: { Queue: { Type: 'AWS::SQS::Queue' } },
  dataOutputs: { Arn: { Value: { 'Fn::GetAtt': ['Queue', 'Arn'] }, Export: { Name: 'queue-arn' } } },
};

/** The smallest service there can be, with what a test adds, as the local service reads it. */
function read({ data = {}, dataOutputs = {}, service = {}, conditions = {}, outputs = {}, ...hello }: Additions = {}) {
  const cdkOutDir = assembly({
    'partner-lines-dev-stateful': { Resources: data, Outputs: dataOutputs },
    'partner-lines-dev-service': {
      Conditions: conditions,
      Outputs: outputs,
      Resources: {
        Role: { Type: 'AWS::IAM::Role' },
        Hello: {
          Type: 'AWS::Lambda::Function',
          Properties: {
            Code: { S3Bucket: { 'Fn::Sub': 'assets-${AWS::AccountId}' }, S3Key: 'hello.zip' },
            Handler: 'index.handler',
            Role: { 'Fn::GetAtt': ['Role', 'Arn'] },
            Environment: { Variables: { POWERTOOLS_SERVICE_NAME: 'hello', ...hello.environment } },
            ...hello.hello,
          },
        },
        HelperOfCdk: { Type: 'AWS::Lambda::Function', Properties: { Code: { ZipFile: '…' } } },
        Api: { Type: 'AWS::ApiGateway::RestApi', Properties: {} },
        Stage: { Type: 'AWS::ApiGateway::Stage', Properties: { StageName: 'dev' } },
        Get: helloMethod('GET'),
        ...service,
      },
    },
  });
  return readStack({ cdkOutDir, stage: 'dev', endpoints: { sqs: 'http://127.0.0.1:1' } });
}

describe('reading a synthesized stack', () => {
  it('takes the defaults of AWS where the template is silent', () => {
    const { functions, api, queueMappings } = read({ ...queue, service: { Mapping: mappingOf({}) } });
    expect(functions).toEqual([
      {
        logicalId: 'Hello',
        name: 'hello',
        arn: 'arn:aws:lambda:eu-west-1:000000000000:function:hello',
        codeDir: expect.stringMatching(/asset\.hello$/),
        handler: 'index.handler',
        timeoutMs: 3000,
        memoryMb: 128,
        environment: { POWERTOOLS_SERVICE_NAME: 'hello' },
      },
    ]);
    expect(queueMappings[0]).toMatchObject({ enabled: true, batchSize: 10, filters: [] });
    expect(queueMappings[0]).toMatchObject({ reportsBatchItemFailures: false, queueLogicalId: 'Queue' });
    expect(api).toMatchObject({ id: 'Api', stageName: 'dev' });
    expect(api.methods).toEqual([
      {
        method: 'GET',
        path: '/',
        integration: { kind: 'lambda', functionLogicalId: 'Hello', timeoutMs: 29_000 },
      },
    ]);
  });

  it('reads what the template does say', () => {
    const { functions, queueMappings } = read({
      ...queue,
      hello: { Timeout: 7, MemorySize: 512, ReservedConcurrentExecutions: 3 },
      service: {
        Mapping: mappingOf({
          Enabled: false,
          BatchSize: 4,
          FunctionResponseTypes: ['ReportBatchItemFailures'],
          ScalingConfig: { MaximumConcurrency: 5 },
          FilterCriteria: { Filters: [{ Pattern: '{"body":{"v":[1]}}' }] },
        }),
      },
    });
    expect(functions[0]).toMatchObject({ timeoutMs: 7000, memoryMb: 512, reservedConcurrency: 3 });
    expect(queueMappings).toEqual([
      {
        logicalId: 'Mapping',
        functionLogicalId: 'Hello',
        kind: 'queue',
        queueLogicalId: 'Queue',
        enabled: false,
        batchSize: 4,
        reportsBatchItemFailures: true,
        maximumConcurrency: 5,
        filters: [{ body: { v: [1] } }],
      },
    ]);
  });

  it('follows a reference to another stack, whatever the kind of table', () => {
    const { functions, tables } = read({
      data: { Table: { Type: 'AWS::DynamoDB::GlobalTable', Properties: { BillingMode: 'PAY_PER_REQUEST' } } },
      dataOutputs: { Name: { Value: { Ref: 'Table' }, Export: { Name: { 'Fn::Sub': '${AWS::StackName}:Table' } } } },
      environment: { TABLE_NAME: { 'Fn::ImportValue': 'partner-lines-dev-stateful:Table' } },
    });
    const name = 'partner-lines-dev-stateful-Table';
    expect(tables).toEqual([{ logicalId: 'Table', name, properties: { BillingMode: 'PAY_PER_REQUEST' } }]);
    expect(functions[0]?.environment['TABLE_NAME']).toBe(name);
  });

  it('writes the attributes of a queue as SQS takes them', () => {
    const { queues } = read({
      data: {
        Main: {
          Type: 'AWS::SQS::Queue',
          Properties: {
            VisibilityTimeout: 60,
            SqsManagedSseEnabled: true,
            RedrivePolicy: { deadLetterTargetArn: { 'Fn::GetAtt': ['Dead', 'Arn'] }, maxReceiveCount: 3 },
            Tags: [{ Key: 'a', Value: 'b' }],
          },
        },
        Dead: { Type: 'AWS::SQS::Queue' },
      },
    });
    expect(queues.map(({ logicalId, attributes }) => [logicalId, attributes])).toEqual([
      ['Dead', {}],
      [
        'Main',
        {
          VisibilityTimeout: '60',
          SqsManagedSseEnabled: 'true',
          RedrivePolicy:
            '{"deadLetterTargetArn":"arn:aws:sqs:eu-west-1:000000000000:partner-lines-dev-stateful-Dead","maxReceiveCount":3}',
        },
      ],
    ]);
  });

  it('resolves pseudo parameters and conditions', () => {
    const { functions } = read({
      conditions: { Here: { 'Fn::Equals': [{ Ref: 'AWS::Region' }, 'eu-west-1'] } },
      environment: {
        WHERE: { 'Fn::Sub': '${AWS::Partition}/${AWS::Region}/${AWS::AccountId}/${AWS::StackName}' },
        HERE: { 'Fn::If': ['Here', 'yes', 'no'] },
        GONE: { 'Fn::If': ['Here', { Ref: 'AWS::NoValue' }, 'no'] },
      },
    });
    expect(functions[0]?.environment).toEqual({
      POWERTOOLS_SERVICE_NAME: 'hello',
      WHERE: 'aws/eu-west-1/000000000000/partner-lines-dev-service',
      HERE: 'yes',
    });
  });

  it('leaves out a resource whose condition does not hold', () => {
    const { api } = read({
      conditions: { Never: { 'Fn::Equals': [{ Ref: 'AWS::Region' }, 'mars'] } },
      service: { Put: { ...helloMethod('PUT'), Condition: 'Never' } },
    });
    expect(api.methods.map(({ method }) => method)).toEqual(['GET']);
  });

  it('builds paths from the tree of resources, parameters included', () => {
    const resource = (ParentId: unknown, PathPart: string) => ({
      Type: 'AWS::ApiGateway::Resource',
      Properties: { ParentId, PathPart },
    });
    const { api } = read({
      service: {
        Lines: resource({ 'Fn::GetAtt': ['Api', 'RootResourceId'] }, 'lines'),
        Line: resource({ Ref: 'Lines' }, '{id}'),
        Delete: helloMethod('DELETE', { ResourceId: { Ref: 'Line' } }),
      },
    });
    expect(api.methods.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /', 'DELETE /lines/{id}']);
  });

  it('takes an alias of a function, by ARN or as CDK derives its name, for the function', () => {
    const { schedules, queueMappings } = read({
      ...queue,
      service: {
        Live: {
          Type: 'AWS::Lambda::Alias',
          Properties: { FunctionName: { Ref: 'Hello' }, FunctionVersion: '1', Name: 'live' },
        },
        Rule: ruleOf('rate(2 hours)', { Ref: 'Live' }),
        Mapping: mappingOf({
          FunctionName: { 'Fn::Join': ['', [{ 'Fn::Select': [6, { 'Fn::Split': [':', { Ref: 'Live' }] }] }, ':live']] },
        }),
      },
    });
    expect(schedules).toEqual([{ logicalId: 'Rule', functionLogicalId: 'Hello', everySeconds: 7200 }]);
    expect(queueMappings).toMatchObject([{ functionLogicalId: 'Hello' }]);
  });

  it('leaves a disabled schedule out', () => {
    expect(read({ service: { Rule: ruleOf('rate(1 minute)', helloArn, 'DISABLED') } }).schedules).toEqual([]);
  });

  it('reads a mock with its status, headers and body', () => {
    const { api } = read({
      service: {
        Post: rootMethod('POST', {
          Integration: {
            Type: 'MOCK',
            RequestTemplates: { 'application/json': '{"statusCode": 418}' },
            IntegrationResponses: [
              { StatusCode: '200' },
              {
                StatusCode: '404',
                SelectionPattern: '4\\d{2}',
                ResponseTemplates: { 'application/json': '{"error":"Not found"}' },
                ResponseParameters: { 'method.response.header.X-Id': 'context.requestId' },
              },
            ],
          },
        }),
      },
    });
    expect(api.methods.find(({ method }) => method === 'POST')?.integration).toEqual({
      kind: 'mock',
      status: 404,
      headers: { 'X-Id': 'context.requestId' },
      body: '{"error":"Not found"}',
      contentTypes: ['application/json'],
      otherContentType: 'API_CONFIGURATION_ERROR',
    });
  });

  it('leaves out an output that names something nobody can ask for here', () => {
    const { outputs } = read({
      service: { Topic: { Type: 'AWS::SNS::Topic' } },
      outputs: { TopicArn: { Value: { Ref: 'Topic' } }, Region: { Value: { Ref: 'AWS::Region' } } },
    });
    expect(outputs).toEqual({ Region: 'eu-west-1' });
  });

  const authorizer = (properties: object) => ({
    Type: 'AWS::ApiGateway::Authorizer',
    Properties: {
      Type: 'REQUEST',
      AuthorizerUri: invocations('Hello'),
      AuthorizerResultTtlInSeconds: 0,
      ...properties,
    },
  });

  it.each<[string, string, Additions]>([
    [
      'a reference to a kind of resource that nothing here stands for',
      'AWS::SNS::Topic',
      { service: { Topic: { Type: 'AWS::SNS::Topic' } }, environment: { TOPIC: { Ref: 'Topic' } } },
    ],
    ['an intrinsic function it does not know', 'Fn::Base64', { environment: { X: { 'Fn::Base64': 'x' } } }],
    ['an export that no stack has', 'queue-arn', { service: { Mapping: mappingOf({}) } }],
    ['an asset that is not there', 'other.zip', { hello: { Code: { S3Key: 'other.zip' } } }],
    ['a schedule that is not a rate', 'cron(', { service: { Rule: ruleOf('cron(5 * * * ? *)', helloArn) } }],
    [
      'a schedule of something else than a function',
      ':table/x',
      { service: { Rule: ruleOf('rate(1 day)', 'arn:aws:dynamodb:eu-west-1:000000000000:table/x') } },
    ],
    [
      'a setting of a mapping that it would not heed',
      'TumblingWindowInSeconds',
      { ...queue, service: { Mapping: mappingOf({ TumblingWindowInSeconds: 5 }) } },
    ],
    [
      'an event source that is neither stream nor queue',
      "neither a table's stream nor a queue",
      { service: { Mapping: mappingOf({ EventSourceArn: 'arn:aws:kinesis:eu-west-1:1:stream/x' }) } },
    ],
    [
      'an authorizer by token',
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
      'a method that validates',
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
  ])('refuses %s, by name', (_what, named, additions) => {
    expect(() => read(additions)).toThrow(named);
  });

  it('says which stack is missing', () => {
    const cdkOutDir = assembly({ other: { Resources: {} } });
    expect(() => readStack({ cdkOutDir, stage: 'dev', endpoints: { sqs: '' } })).toThrow(
      'holds no stack partner-lines-dev-stateful',
    );
  });
});
