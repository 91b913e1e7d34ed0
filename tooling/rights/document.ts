import { markdownTable } from '../command-line/tables.ts';
import type { Acceptance } from './acceptances.ts';
import type { Holder, Right } from './roles.ts';

const EVERY_FUNCTION_HAS = /^(logs|xray):/;

/** docs/rights.md: who may do what in prod, read from what would be deployed. */
export const rightsDocument = (holders: readonly Holder[], acceptances: readonly Acceptance[]): string =>
  `${[
    '# Who may do what',
    'Written by `npm run rights` from the synthesized stage prod; a test fails when it is out of date. The source is `lib/rights.ts`.',
    '## Items of the table',
    'Each function has a role of its own. It reaches only items whose partition key begins as stated (`dynamodb:LeadingKeys`), and cannot leave the key out. What begins with `PARTNER#` includes the signing secret, encrypted: reading it is of no use without the right to decrypt, below. Nobody may scan, and nobody but the authorizer reads `KEY#`.',
    itemsTable(functionsIn(holders)),
    '## Everything else a function may do',
    'Besides these every function writes its own log and its own traces (X-Ray knows no resources: `*`).',
    othersTable(functionsIn(holders)),
    "## Roles that are no function's",
    list(holders.filter(({ isFunction }) => !isFunction).map(({ name, rights }) => `\`${name}\`: ${inWords(rights)}`)),
    "API Gateway writes access logs by the account's role for it, with AWS's own policy (`lib/api/account-log-role.ts`). CloudFormation acts with the roles that `cdk bootstrap` made.",
    '## Who may invoke a function',
    "API Gateway the authorizer and each endpoint, for its own route only; EventBridge the sweeper, by its rule only; Lambda's pollers the relay and the deliveries, with the rights of these functions. `record-call` and, by hand, `sweep` are invoked by whoever IAM lets: the voice platform needs `lambda:InvokeFunction` on `record-call`'s alias `live` (the output `RecordCallFunctionName`) and nothing else.",
    '## What cdk-nag finds and stays',
    acceptancesTable(acceptances),
  ].join('\n\n')}\n`;

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

/** `sqs:SendMessage` on two queues is said once. */
function inWords(rights: readonly Right[]): string {
  const byTarget = Map.groupBy(rights, ({ on }) => on);
  const actionsOn = [...byTarget].map(([on, found]) => [on, found.map(({ action }) => action).join(', ')] as const);
  const sameActions = Map.groupBy(actionsOn, ([, actions]) => actions);
  return [...sameActions]
    .map(([actions, targets]) => `${actions} on ${targets.map(([on]) => on).join(', ')}`)
    .join('; ');
}

/** `dynamodb:GetItem` as `GetItem`. */
const verbs = (rights: readonly Right[]) => rights.map(({ action }) => action.replace('dynamodb:', '')).join(', ');

/** One row for each finding and reason, however many constructs have it. */
function acceptancesTable(acceptances: readonly Acceptance[]): string {
  const rule = ({ finding, reason }: Acceptance) => `${finding.replace(/\[.*/, '')}|${reason}`;
  const rows = [...Map.groupBy(acceptances, rule).values()].map((same) => {
    const [first] = same;
    const where = same.length > 1 ? `${same.length} constructs` : `\`${first?.where}\``;
    return [(first?.finding ?? '').replace(/\[.*/, ''), where, first?.reason ?? ''];
  });
  return markdownTable(
    ['rule', 'where', 'why it stays'],
    rows.toSorted((a, b) => a.join().localeCompare(b.join())),
  );
}

const list = (lines: readonly string[]) => lines.map((line) => `- ${line}`).join('\n');
