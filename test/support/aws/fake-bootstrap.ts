import { ACCOUNT, fault, type Responses, result } from './fake-aws.ts';

/** Returns the responses of an account in which `cdk bootstrap` creates its stack. */
export function bootstrapping(): Responses {
  let status: string | undefined;
  const stack = () =>
    `<StackName>CDKToolkit</StackName><StackId>arn:aws:cloudformation:ca-central-1:${ACCOUNT}:stack/CDKToolkit/0a1b</StackId><CreationTime>2026-01-02T03:04:05.678Z</CreationTime><StackStatus>${status}</StackStatus>`;
  const outputs =
    '<Outputs><member><OutputKey>BootstrapVersion</OutputKey><OutputValue>30</OutputValue></member></Outputs>';
  const ids = `<Id>arn:aws:cloudformation:ca-central-1:${ACCOUNT}:changeSet/c/1</Id><StackId>arn:aws:cloudformation:ca-central-1:${ACCOUNT}:stack/CDKToolkit/0a1b</StackId>`;
  return {
    'cloudformation:DescribeStacks': () => {
      const action = 'cloudformation:DescribeStacks';
      if (status === undefined) return fault(action, 'ValidationError', 'Stack with id CDKToolkit does not exist', 400);
      return result(
        action,
        `<Stacks><member>${stack()}${status === 'CREATE_COMPLETE' ? outputs : ''}</member></Stacks>`,
      );
    },
    'cloudformation:CreateChangeSet': () => {
      status = 'REVIEW_IN_PROGRESS';
      return result('cloudformation:CreateChangeSet', ids);
    },
    'cloudformation:DescribeChangeSet': () =>
      result(
        'cloudformation:DescribeChangeSet',
        `<ChangeSetName>cdk-bootstrap</ChangeSetName><Status>CREATE_COMPLETE</Status><ExecutionStatus>AVAILABLE</ExecutionStatus><Changes><member><Type>Resource</Type></member></Changes>${ids}`,
      ),
    'cloudformation:DescribeStackEvents': () => result('cloudformation:DescribeStackEvents', '<StackEvents/>'),
    'cloudformation:ExecuteChangeSet': () => {
      status = 'CREATE_COMPLETE';
      return result('cloudformation:ExecuteChangeSet', '');
    },
  };
}
