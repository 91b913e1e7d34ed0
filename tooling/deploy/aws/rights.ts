import { GetRoleCommand, IAMClient, paginateSimulatePrincipalPolicy } from '@aws-sdk/client-iam';
import { toolClient } from '../../../shared/aws/client.ts';
import { asked, type ClientConfig, entriesOf, given } from './requests.ts';

export interface Rights {
  /** The ARN of a role. That of an assumed role lacks the path of the role. */
  roleArn(name: string): Promise<string>;
  /** The actions that IAM would deny a user or role on a resource. */
  denied(principalArn: string, actions: readonly string[], resource: string): Promise<string[]>;
}

export function rightsIn(config: ClientConfig): Rights {
  const client = toolClient(IAMClient, config);
  return {
    roleArn: (RoleName) =>
      asked('iam:GetRole', async () => given((await client.send(new GetRoleCommand({ RoleName }))).Role?.Arn)),
    denied: (PolicySourceArn, actions, resource) =>
      asked('iam:SimulatePrincipalPolicy', async () => {
        const question = { PolicySourceArn, ActionNames: [...actions], ResourceArns: [resource] };
        const pages = paginateSimulatePrincipalPolicy({ client }, question);
        const results = await entriesOf(pages, ({ EvaluationResults }) => EvaluationResults);
        return results
          .filter(({ EvalDecision }) => EvalDecision !== 'allowed')
          .map(({ EvalActionName }) => given(EvalActionName));
      }),
  };
}
