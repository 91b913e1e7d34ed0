import { markdownTable } from '../command-line/tables.ts';
import type { Acceptance } from './acceptances.ts';
import type { Holder, Right } from './roles.ts';
import { THEFT_LIMITS, theftTable } from './theft.ts';

const EVERY_FUNCTION_HAS = /^(logs|xray):/;

/** Returns the part of docs/rights.md about what each role may do in prod, read from the synthesized stack. */
export const rightsDocument = (holders: readonly Holder[], acceptances: readonly Acceptance[]): string =>
  [
    '## Items of the table',
    'Each function has its own role. The role gives access only to items whose partition key begins with the prefix in the heading of the column. Every request must name the partition key (`dynamodb:LeadingKeys`). Items under `PARTNER#` include the encrypted signing secret. To decrypt the secret, a function also needs `kms:Decrypt`, which the next table lists. No function may scan the table, and only the authorizer may read items under `KEY#`. A right that a function no longer uses stays for one more release (`leaving` in `lib/rights.ts`), because the version before it runs with the new rights during a rollout.',
    itemsTable(functionsIn(holders)),
    '## Everything else a function may do',
    'Every function may also write its own log and X-Ray traces. The right to write traces is on `*`, because X-Ray has no resource-level permissions.',
    othersTable(functionsIn(holders)),
    '## What a thief could do',
    'Suppose that the code of a function has a fault through which somebody gets its credentials. This table says what they allow beyond the task of the function. It follows from the rights above.',
    theftTable(functionsIn(holders)),
    'What limits a thief:',
    list(THEFT_LIMITS),
    '## Other roles',
    list(holders.filter(({ isFunction }) => !isFunction).map(({ name, rights }) => `\`${name}\`: ${inWords(rights)}`)),
    'API Gateway writes access logs with one role per account and region. This role has an AWS managed policy (`lib/api/account-log-role.ts`). CloudFormation uses the roles that `npm run bootstrap` created.',
    '## Who may invoke a function',
    list([
      'API Gateway may invoke the authorizer, and each endpoint for its own route only.',
      'EventBridge may invoke `sweep` and `probe`, each through its rule only.',
      "Lambda's pollers invoke `relay`, `deliver-webhook` and `intake`, with the rights of these functions.",
      'The voice platform may invoke the alias `live` of `line-for-call` and of `record-call` ([voice-platform.md](voice-platform.md#rights)).',
      'Operators may invoke the functions that [their table](#people-and-pipelines) names.',
    ]),
    '## Findings of cdk-nag that we accept',
    acceptancesTable(acceptances),
  ].join('\n\n');

const functionsIn = (holders: readonly Holder[]) =>
  holders.filter(({ isFunction }) => isFunction).toSorted((a, b) => a.name.localeCompare(b.name));

function itemsTable(functions: readonly Holder[]): string {
  const onItems = ({ rights }: Holder) => rights.filter(({ on }) => on === 'table');
  const prefixes = [...new Set(functions.flatMap(onItems).flatMap(({ keys }) => keys))];
  const cell = (holder: Holder, prefix: string) => verbs(onItems(holder).filter(({ keys }) => keys.includes(prefix)));
  return markdownTable(
    ['function', ...prefixes.map((prefix) => `\`${prefix}\``)],
    functions.map((holder) => [`\`${holder.name}\``, ...prefixes.map((prefix) => cell(holder, prefix))]),
  );
}

function othersTable(functions: readonly Holder[]): string {
  const others = functions.map(({ name, rights }) => {
    const special = rights.filter(({ action, on }) => on !== 'table' && !EVERY_FUNCTION_HAS.test(action));
    return [`\`${name}\``, inWords(special)];
  });
  return markdownTable(
    ['function', 'may'],
    others.filter(([, may]) => may !== ''),
  );
}

/** Groups rights, so that `sqs:SendMessage` on two queues is written once. */
function inWords(rights: readonly Right[]): string {
  const byTarget = Map.groupBy(rights, ({ on }) => on);
  const actionsOn = [...byTarget].map(([on, found]) => [on, found.map(({ action }) => action).join(', ')] as const);
  const sameActions = Map.groupBy(actionsOn, ([, actions]) => actions);
  return [...sameActions]
    .map(([actions, targets]) => `${actions} on ${targets.map(([on]) => on).join(', ')}`)
    .join('; ');
}

/** Shortens `dynamodb:GetItem` to `GetItem`. */
const verbs = (rights: readonly Right[]) => rights.map(({ action }) => action.replace('dynamodb:', '')).join(', ');

/** Returns a table with one row for each finding and reason, however many constructs have that finding. */
function acceptancesTable(acceptances: readonly Acceptance[]): string {
  const rule = ({ finding, reason }: Acceptance) => `${finding.replace(/\[.*/, '')}|${reason}`;
  const rows = [...Map.groupBy(acceptances, rule).values()].map((same) => {
    const [first] = same;
    const where = same.length > 1 ? `${same.length} constructs` : `\`${first?.where}\``;
    return [(first?.finding ?? '').replace(/\[.*/, ''), where, first?.reason ?? ''];
  });
  return markdownTable(
    ['rule', 'where', 'why we accept it'],
    rows.toSorted((a, b) => a.join().localeCompare(b.join())),
  );
}

const list = (lines: readonly string[]) => lines.map((line) => `- ${line}`).join('\n');
