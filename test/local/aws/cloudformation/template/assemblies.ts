// biome-ignore-all lint/suspicious/noTemplateCurlyInString: CloudFormation marks its variables like this
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readStacks } from '../../../../../local/aws/cloudformation/template.ts';

/** The folder of all assemblies of the test file that is running. */
let base: string | undefined;

export function removeAssemblies(): void {
  if (base !== undefined) rmSync(base, { recursive: true, force: true });
  base = undefined;
}

/** Writes a cdk.out folder with these templates, as synthesis does. Its only asset has the key `hello.zip`. */
export function assembly(templates: Readonly<Record<string, object>>): string {
  base ??= mkdtempSync(join(tmpdir(), 'template-test-'));
  const dir = mkdtempSync(join(base, 'out-'));
  const write = (file: string, content: object) => writeFileSync(join(dir, file), JSON.stringify(content));
  const stacks = Object.entries(templates).map(([name, template]) => {
    write(`${name}.template.json`, template);
    return [name, { type: 'aws:cloudformation:stack', properties: { templateFile: `${name}.template.json` } }] as const;
  });
  write('assets.json', {
    files: {
      hello: { source: { path: 'asset.hello' }, destinations: { here: { objectKey: 'hello.zip' } } },
    },
  });
  write('manifest.json', {
    artifacts: {
      ...Object.fromEntries(stacks),
      assets: { type: 'cdk:asset-manifest', properties: { file: 'assets.json' } },
    },
  });
  return dir;
}

export interface Additions {
  /** Resources of the stateful stack. */
  readonly data?: object;
  readonly dataOutputs?: object;
  /** Resources of the service stack. */
  readonly service?: object;
  readonly outputs?: object;
  /** Properties of the one function. */
  readonly hello?: object;
  readonly environment?: object;
}

export const helloInvocations = {
  'Fn::Join': [
    '',
    [
      'arn:aws:apigateway:',
      { Ref: 'AWS::Region' },
      ':lambda:path/2015-03-31/functions/',
      { 'Fn::GetAtt': ['Hello', 'Arn'] },
      '/invocations',
    ],
  ],
};
export const rootMethod = (HttpMethod: string, properties: object) => ({
  Type: 'AWS::ApiGateway::Method',
  Properties: { HttpMethod, ResourceId: { 'Fn::GetAtt': ['Api', 'RootResourceId'] }, ...properties },
});
export const helloMethod = (HttpMethod: string, properties: object = {}) =>
  rootMethod(HttpMethod, { Integration: { Type: 'AWS_PROXY', Uri: helloInvocations }, ...properties });
export const mappingOf = (properties: object) => ({
  Type: 'AWS::Lambda::EventSourceMapping',
  Properties: { FunctionName: { Ref: 'Hello' }, EventSourceArn: { 'Fn::ImportValue': 'queue-arn' }, ...properties },
});
export const ruleOf = (ScheduleExpression: string, Arn: unknown, State = 'ENABLED') => ({
  Type: 'AWS::Events::Rule',
  Properties: { ScheduleExpression, State, Targets: [{ Id: 'Target', Arn }] },
});
export const helloArn = { 'Fn::GetAtt': ['Hello', 'Arn'] };
/** A queue of the stateful stack. Its export has the name that `mappingOf` refers to. */
export const queue = {
  data: { Queue: { Type: 'AWS::SQS::Queue' } },
  dataOutputs: { Arn: { Value: { 'Fn::GetAtt': ['Queue', 'Arn'] }, Export: { Name: 'queue-arn' } } },
};

/** Reads the smallest possible service as the local service reads its stacks. */
export function readService({ data = {}, dataOutputs = {}, service = {}, outputs = {}, ...hello }: Additions = {}) {
  const cdkOutDir = assembly({
    'partner-lines-dev-stateful': { Resources: data, Outputs: dataOutputs },
    'partner-lines-dev-service': {
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
  return readStacks(cdkOutDir, 'http://127.0.0.1:1');
}
