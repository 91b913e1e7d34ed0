import {
  bootstrapped,
  type FakeResponse,
  fault,
  json,
  members,
  PREPARED,
  type Responses,
  result,
  stackIdOf,
  stackMember,
  stacksOf,
} from './fake-aws.ts';

/** A stack of the fake account. Its id is an ARN that contains the name. */
export interface FakeStack {
  readonly name: string;
  readonly tags?: Readonly<Record<string, string>>;
  readonly outputs?: Readonly<Record<string, string>>;
  /** The names of the stack's exports. */
  readonly exports?: readonly string[];
  readonly isProtected?: true;
  /** The status of the stack. CREATE_COMPLETE unless given. */
  readonly status?: string;
  /** The reason for which CloudFormation cannot delete the stack. */
  readonly cannotBeDeleted?: string;
  /** The resources that stay when the stack is deleted: type and physical id. */
  readonly retained?: readonly (readonly [type: string, id: string])[];
}

/**
 * Returns the responses of an account with these stacks and log groups. They have the form of the examples in the API
 * references of CloudFormation and CloudWatch Logs. A deletion is in progress once before it is complete, and
 * DescribeStacks returns a page per stack. So tests notice a client that does not wait or reads only one page.
 */
export function accountWith(stacks: readonly FakeStack[], logGroups: readonly string[] = []) {
  const statuses = new Map(stacks.map(({ name, status = 'CREATE_COMPLETE' }) => [name, [status]]));
  const deleted: string[] = [];
  const groups = new Set(logGroups);
  const find = (nameOrId: string | null) =>
    stacks.find(({ name }) => name === nameOrId || stackIdOf(name) === nameOrId);
  const statusOf = (name: string) => {
    const [status = '', ...later] = statuses.get(name) ?? [];
    if (later.length > 0) statuses.set(name, later);
    return status;
  };
  const isGone = (name: string) => statuses.get(name)?.at(0) === 'DELETE_COMPLETE';

  const described = (stack: FakeStack, more = '') =>
    result('cloudformation:DescribeStacks', `<Stacks>${memberOf(stack, statusOf(stack.name))}</Stacks>${more}`);
  const describeOne = (asked: string): FakeResponse => {
    const stack = find(asked);
    const isFound = stack !== undefined && (asked.startsWith('arn:') || !isGone(stack.name));
    return isFound ? described(stack) : absent(asked);
  };
  const describeAll = (page: number): FakeResponse => {
    const listed = stacks.filter(({ name }) => !isGone(name));
    const stack = listed[page];
    const more = page + 1 < listed.length ? `<NextToken>${page + 1}</NextToken>` : '';
    return stack ? described(stack, more) : stacksOf();
  };
  const describeStacks = (parameters: URLSearchParams): FakeResponse => {
    const asked = parameters.get('StackName');
    if (asked === null) return describeAll(Number(parameters.get('NextToken') ?? 0));
    return asked === 'CDKToolkit' ? bootstrapped() : describeOne(asked);
  };

  const responses: Responses = {
    ...PREPARED,
    'cloudformation:DescribeStacks': describeStacks,
    'cloudformation:DeleteStack': (parameters) => {
      const stack = find(parameters.get('StackName'));
      if (stack) {
        deleted.push(stack.name);
        statuses.set(stack.name, ['DELETE_IN_PROGRESS', stack.cannotBeDeleted ? 'DELETE_FAILED' : 'DELETE_COMPLETE']);
      }
      return result('cloudformation:DeleteStack', '');
    },
    'cloudformation:ListStackResources': (parameters) => {
      const retained = find(parameters.get('StackName'))?.retained ?? [];
      const members = [
        ['AWS::SQS::Queue', 'gone', 'DELETE_COMPLETE'],
        ...retained.map((row) => [...row, 'DELETE_SKIPPED']),
      ];
      const xml = members.map(
        ([type, id, status]) =>
          `<member><ResourceType>${type}</ResourceType><PhysicalResourceId>${id}</PhysicalResourceId><LogicalResourceId>A1</LogicalResourceId><ResourceStatus>${status}</ResourceStatus><LastUpdatedTimestamp>2026-11-23T10:00:00.000Z</LastUpdatedTimestamp></member>`,
      );
      return result(
        'cloudformation:ListStackResources',
        `<StackResourceSummaries>${xml.join('')}</StackResourceSummaries>`,
      );
    },
    'logs:DescribeLogGroups': (parameters) => {
      const [sent = ''] = parameters.keys();
      const found = [...groups].filter((name) => sent.includes(`"${name.slice(0, name.lastIndexOf('/') + 1)}"`));
      const described = found.map((logGroupName) => ({ logGroupName, storedBytes: 0, metricFilterCount: 0 }));
      return json({ logGroups: described }, JSON_1_1);
    },
    'logs:DeleteLogGroup': (parameters) => {
      const [sent = ''] = parameters.keys();
      for (const name of groups) if (sent.includes(`"${name}"`)) groups.delete(name);
      return json({}, JSON_1_1);
    },
  };
  return { responses, deleted, groups };
}

export const temporary = (stage: string, expiresAt: string): FakeStack[] =>
  ['service', 'stateful'].map((part) => ({
    name: `partner-lines-${stage}-${part}`,
    tags: { service: 'partner-lines', stage, 'expires-at': expiresAt },
    outputs: { KeepsData: 'false' },
  }));

const JSON_1_1 = 'application/x-amz-json-1.1';

const absent = (name: string) =>
  fault('cloudformation:DescribeStacks', 'ValidationError', `Stack with id ${name} does not exist`, 400);

const exported = (names: readonly string[]) =>
  names
    .map(
      (name, index) =>
        `<member><OutputKey>Export${index}</OutputKey><OutputValue>value</OutputValue><ExportName>${name}</ExportName></member>`,
    )
    .join('');

const memberOf = (
  { name, tags = {}, outputs = {}, exports = [], isProtected, cannotBeDeleted }: FakeStack,
  status: string,
) =>
  stackMember(
    stackIdOf(name),
    status,
    [
      status === 'DELETE_FAILED' ? `<StackStatusReason>${cannotBeDeleted}</StackStatusReason>` : '',
      `<EnableTerminationProtection>${isProtected ?? false}</EnableTerminationProtection>`,
      `<Tags>${members(tags, 'Key', 'Value')}</Tags><Outputs>${members(outputs)}${exported(exports)}</Outputs>`,
    ].join(''),
  );
