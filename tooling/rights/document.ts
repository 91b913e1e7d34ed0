import type { Acceptance } from '../../lib/accepted-findings.ts';
import { markdownTable } from '../command-line/tables.ts';
import type { Holder, Right } from './roles.ts';
import { stolenCredentialsTable, THEFT_LIMITS } from './stolen-credentials.ts';

const EVERY_FUNCTION_HAS = /^(logs|xray):/;

/** Returns the part of docs/rights.md about what each role may do in prod, read from the synthesized stack. */
export const rightsDocument = (holders: readonly Holder[], acceptances: readonly Acceptance[]): string =>
  [
    '## Functions',
    'Each function has its own role. The role also permits writes to the log of the function and to X-Ray (`*`). Requests to the table must name the partition key of their items (`dynamodb:LeadingKeys`). No function may scan the table, or read or write the audit trail. Only the authorizer may read items under `KEY#`. Items under `PARTNER#` include the encrypted signing secret. A right that a function no longer uses stays while an earlier release in `tooling/release` uses it (`leaving` in `lib/rights.ts`).',
    functionsTable(functionsIn(holders)),
    '### Who may invoke each function',
    list([
      'API Gateway may invoke the authorizer, and each endpoint only for its own route.',
      'EventBridge may invoke `sweep` and `probe`, each only through its own rule.',
      "Lambda's pollers invoke `relay`, `deliver-webhook` and `intake`. They read the stream and the queues with the rights of these functions.",
      'CodeDeploy may invoke `check-version`, which may invoke the other functions.',
      'The voice platform may invoke the alias `live` of `line-for-call` and of `record-call` ([voice-platform.md](voice-platform.md#rights)).',
      "Operators may invoke the functions in [the table of operators' rights](#people-and-pipelines).",
    ]),
    '### What a thief could do',
    "If a fault in the code exposes a function's credentials, a thief can do more than the function's task:",
    stolenCredentialsTable(functionsIn(holders)),
    list(THEFT_LIMITS),
    '## Other roles',
    list([
      ...holders
        .filter(({ isFunction }) => !isFunction)
        .map(({ name, rights }) => `\`${name}\`: ${describeRights(rights)}`),
      'API Gateway writes access logs with one role per account and region. This role has an AWS managed policy.',
    ]),
    '## Findings of cdk-nag that we accept',
    acceptancesTable(acceptances),
  ].join('\n\n');

const functionsIn = (holders: readonly Holder[]) =>
  holders.filter(({ isFunction }) => isFunction).toSorted((a, b) => a.name.localeCompare(b.name));

function functionsTable(functions: readonly Holder[]): string {
  const rows = functions.map(({ name, rights }) => {
    const [items, others] = [rights.filter(isOnTable), rights.filter((right) => !isOnTable(right))];
    return [
      `\`${name}\``,
      describeItemRights(items),
      describeRights(others.filter(({ action }) => !EVERY_FUNCTION_HAS.test(action))),
    ];
  });
  return markdownTable(['function', 'rights on items of the table', 'other rights'], rows);
}

const isOnTable = ({ on }: Right) => on === 'table';

/** Describes rights on items. The same actions on items with several prefixes are written once. */
function describeItemRights(rights: readonly Right[]): string {
  const prefixes = [...new Set(rights.flatMap(({ keys }) => keys))];
  const byVerbs = Map.groupBy(prefixes, (prefix) => verbs(rights.filter(({ keys }) => keys.includes(prefix))));
  return [...byVerbs]
    .map(([actions, under]) => `${under.map((prefix) => `\`${prefix}\``).join(', ')}: ${actions}`)
    .join('; ');
}

/** Describes rights. The same actions on several targets, such as two queues, are written once. */
function describeRights(rights: readonly Right[]): string {
  const byTarget = Map.groupBy(rights, ({ on }) => on);
  const actionsOn = [...byTarget].map(([on, found]) => [on, found.map(({ action }) => action).join(', ')] as const);
  const sameActions = Map.groupBy(actionsOn, ([, actions]) => actions);
  return [...sameActions]
    .map(([actions, targets]) => `${actions} on ${targets.map(([on]) => on).join(', ')}`)
    .join('; ');
}

/** Returns the actions without their service: `dynamodb:GetItem` becomes `GetItem`. */
const verbs = (rights: readonly Right[]) => rights.map(({ action }) => action.replace('dynamodb:', '')).join(', ');

/** Returns a table with one row per finding and reason, even if several constructs have that finding. */
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
