// biome-ignore-all lint/suspicious/noTemplateCurlyInString: CloudFormation marks its variables like this
import { afterAll, describe, expect, it } from '@jest/globals';
import {
  helloArn,
  helloMethod,
  mappingOf,
  queue,
  readService,
  removeAssemblies,
  rootMethod,
  ruleOf,
} from './assemblies.ts';

afterAll(removeAssemblies);

describe('the model of a synthesized stack', () => {
  it('a function, mapping or API method has the defaults of AWS for settings that the template leaves out', () => {
    const { functions, api, queueMappings } = readService({ ...queue, service: { Mapping: mappingOf({}) } });
    expect(functions).toEqual([
      {
        logicalId: 'Hello',
        name: 'hello',
        arn: 'arn:aws:lambda:eu-west-1:000000000000:function:hello',
        codeDir: expect.stringMatching(/asset\.hello$/),
        handler: 'index.handler',
        timeoutMs: 3000,
        memoryMb: 128,
        systemLogLevel: 'INFO',
        environment: { POWERTOOLS_SERVICE_NAME: 'hello' },
      },
    ]);
    expect(queueMappings[0]).toMatchObject({ enabled: true, batchSize: 10 });
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

  it('functions and mappings have the settings from the template', () => {
    const { functions, queueMappings } = readService({
      ...queue,
      hello: { Timeout: 7, MemorySize: 512, ReservedConcurrentExecutions: 3 },
      service: {
        Mapping: mappingOf({
          Enabled: false,
          BatchSize: 4,
          FunctionResponseTypes: ['ReportBatchItemFailures'],
          ScalingConfig: { MaximumConcurrency: 5 },
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
      },
    ]);
  });

  it('the reader of a synthesized stack finds a global table that another stack exports', () => {
    const { functions, tables } = readService({
      data: { Table: { Type: 'AWS::DynamoDB::GlobalTable', Properties: { BillingMode: 'PAY_PER_REQUEST' } } },
      dataOutputs: { Name: { Value: { Ref: 'Table' }, Export: { Name: { 'Fn::Sub': '${AWS::StackName}:Table' } } } },
      environment: { TABLE_NAME: { 'Fn::ImportValue': 'partner-lines-dev-stateful:Table' } },
    });
    const name = 'partner-lines-dev-stateful-Table';
    expect(tables).toEqual([{ logicalId: 'Table', name, properties: { BillingMode: 'PAY_PER_REQUEST' } }]);
    expect(functions[0]?.environment['TABLE_NAME']).toBe(name);
  });

  it('the attributes of a queue from a template are strings, as SQS expects', () => {
    const { queues } = readService({
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

  it('the pseudo parameters of a template, such as AWS::Region, get their local values', () => {
    const { functions } = readService({
      environment: {
        WHERE: { 'Fn::Sub': '${AWS::Partition}/${AWS::Region}/${AWS::AccountId}/${AWS::StackName}' },
      },
    });
    expect(functions[0]?.environment).toEqual({
      POWERTOOLS_SERVICE_NAME: 'hello',
      WHERE: 'aws/eu-west-1/000000000000/partner-lines-dev-service',
    });
  });

  it('a resource of a template is rejected if it has a condition', () => {
    expect(() => readService({ service: { Put: { ...helloMethod('PUT'), Condition: 'Never' } } })).toThrow('Condition');
  });

  it('the path of an API method consists of the path parts of its resource and the resources above it', () => {
    const resource = (ParentId: unknown, PathPart: string) => ({
      Type: 'AWS::ApiGateway::Resource',
      Properties: { ParentId, PathPart },
    });
    const { api } = readService({
      service: {
        Lines: resource({ 'Fn::GetAtt': ['Api', 'RootResourceId'] }, 'lines'),
        Line: resource({ Ref: 'Lines' }, '{id}'),
        Delete: helloMethod('DELETE', { ResourceId: { Ref: 'Line' } }),
      },
    });
    expect(api.methods.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /', 'DELETE /lines/{id}']);
  });

  it('a reference to an alias by ARN or by name is resolved to the function of the alias', () => {
    const { schedules, queueMappings } = readService({
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

  it('a disabled schedule is left out of the local service', () => {
    expect(readService({ service: { Rule: ruleOf('rate(1 minute)', helloArn, 'DISABLED') } }).schedules).toEqual([]);
  });

  it('a mock integration has the status, headers and body from the template', () => {
    const { api } = readService({
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

  it('an output of a template is left out if its value does not exist locally', () => {
    const { outputs } = readService({
      service: { Board: { Type: 'AWS::CloudWatch::Dashboard' } },
      outputs: { Board: { Value: { Ref: 'Board' } }, Region: { Value: { Ref: 'AWS::Region' } } },
    });
    expect(outputs).toEqual({ Region: 'eu-west-1' });
  });
});
