import * as z from 'zod';
import { ACCOUNT, REGION } from '../../../../tooling/local-service.ts';
import { mappingId } from '../mapping-id.ts';

/** CloudFormation's pseudo parameters that are the same for every stack. */
export const PSEUDO_PARAMETERS: Readonly<Record<string, string>> = {
  'AWS::Region': REGION,
  'AWS::AccountId': ACCOUNT,
  'AWS::Partition': 'aws',
  'AWS::URLSuffix': 'amazonaws.com',
};

interface Named {
  readonly stackName: string;
  readonly logicalId: string;
  /** The resource's properties, as in the template. */
  readonly properties: Readonly<Record<string, unknown>>;
  readonly property: (name: string) => unknown;
}

/** The results of `Ref` and `Fn::GetAtt` for a resource. */
export interface LocalName {
  readonly ref: string;
  readonly attributes: Readonly<Record<string, string>>;
}

export type NameOf = (type: string, resource: Named) => LocalName | undefined;

/** The returned function returns a resource's local names, or undefined if its type has no local counterpart. */
export function localNames(sqsEndpoint: string): NameOf {
  const table = (resource: Named): LocalName => {
    const ref = physicalName(resource, 255);
    const Arn = arn('dynamodb', `table/${ref}`);
    return { ref, attributes: { Arn, StreamArn: `${Arn}/stream/local`, TableId: ref } };
  };
  const queue = (resource: Named): LocalName => {
    const QueueName = physicalName(resource, 80);
    const QueueUrl = `${sqsEndpoint}/${ACCOUNT}/${QueueName}`;
    return { ref: QueueUrl, attributes: { Arn: arn('sqs', QueueName), QueueName, QueueUrl } };
  };
  const kinds: Readonly<Record<string, (resource: Named) => LocalName>> = {
    'AWS::DynamoDB::Table': table,
    'AWS::DynamoDB::GlobalTable': table,
    'AWS::SQS::Queue': queue,
    'AWS::SNS::Topic': (resource) => {
      const TopicName = z.string().optional().parse(resource.property('TopicName')) ?? physicalName(resource, 256);
      const TopicArn = arn('sns', TopicName);
      return { ref: TopicArn, attributes: { TopicArn, TopicName } };
    },
    'AWS::Lambda::Function': (resource) => {
      const ref = functionFolderOf(resource.properties) ?? resource.logicalId;
      return { ref, attributes: { Arn: arn('lambda', `function:${ref}`) } };
    },
    'AWS::Lambda::Version': (resource) => qualified(resource, '1'),
    'AWS::Lambda::Alias': (resource) => qualified(resource, z.string().parse(resource.property('Name'))),
    'AWS::Lambda::EventSourceMapping': ({ logicalId }) => {
      const Id = mappingId(logicalId);
      return { ref: Id, attributes: { Id, EventSourceMappingArn: arn('lambda', `event-source-mapping:${Id}`) } };
    },
    'AWS::KMS::Key': (resource) => {
      const ref = physicalName(resource, 255);
      return { ref, attributes: { Arn: arn('kms', `key/${ref}`), KeyId: ref } };
    },
    'AWS::KMS::Alias': ({ property }) => ({ ref: z.string().parse(property('AliasName')), attributes: {} }),
    'AWS::CloudWatch::Alarm': alarm,
    'AWS::CloudWatch::CompositeAlarm': alarm,
    'AWS::ApiGateway::RestApi': ({ logicalId }) => ({
      ref: logicalId,
      attributes: { RestApiId: logicalId, RootResourceId: `${logicalId}/` },
    }),
    'AWS::ApiGateway::Resource': ({ logicalId }) => ({ ref: logicalId, attributes: { ResourceId: logicalId } }),
    'AWS::ApiGateway::Authorizer': ({ logicalId }) => ({ ref: logicalId, attributes: { AuthorizerId: logicalId } }),
    'AWS::ApiGateway::Stage': ({ property }) => ({ ref: z.string().parse(property('StageName')), attributes: {} }),
  };
  return (type, resource) => kinds[type]?.(resource);
}

const arn = (service: string, resource: string) => `arn:aws:${service}:${REGION}:${ACCOUNT}:${resource}`;

const qualified = ({ property }: Named, qualifier: string): LocalName => {
  const name = z.string().parse(property('FunctionName'));
  const functionArn = name.startsWith('arn:') ? name : arn('lambda', `function:${name}`);
  return { ref: `${functionArn}:${qualifier}`, attributes: { Version: '1', FunctionArn: functionArn } };
};

const alarm = ({ property }: Named): LocalName => {
  const ref = z.string().parse(property('AlarmName'));
  return { ref, attributes: { Arn: arn('cloudwatch', `alarm:${ref}`) } };
};

/**
 * Makes a name from the stack's name and the logical id. A name that is too long loses its beginning, because CDK puts a
 * unique hash at its end.
 */
const physicalName = ({ stackName, logicalId }: Named, maxLength: number) =>
  `${stackName}-${logicalId}`.slice(-maxLength);

const ours = z.object({ Environment: z.object({ Variables: z.object({ POWERTOOLS_SERVICE_NAME: z.string() }) }) });

/** Returns the name of the function's folder under functions/, or undefined for a function that CDK adds. */
export const functionFolderOf = (properties: Readonly<Record<string, unknown>>): string | undefined =>
  ours.safeParse(properties).data?.Environment.Variables.POWERTOOLS_SERVICE_NAME;
