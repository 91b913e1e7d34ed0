import { ACCOUNT, fault, members, type Responses, result, stackIdOf, stackMember, stacksOf } from './fake-aws.ts';

/** Returns the responses of an account in which `cdk bootstrap` creates its stack. */
export function bootstrapping(): Responses {
  let status: string | undefined;
  const stackId = stackIdOf('CDKToolkit', 'ca-central-1');
  const outputs = `<Outputs>${members({ BootstrapVersion: '30' })}</Outputs>`;
  const ids = `<Id>arn:aws:cloudformation:ca-central-1:${ACCOUNT}:changeSet/c/1</Id><StackId>${stackId}</StackId>`;
  return {
    'cloudformation:DescribeStacks': () => {
      const action = 'cloudformation:DescribeStacks';
      if (status === undefined) return fault(action, 'ValidationError', 'Stack with id CDKToolkit does not exist', 400);
      return stacksOf(stackMember(stackId, status, status === 'CREATE_COMPLETE' ? outputs : ''));
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
