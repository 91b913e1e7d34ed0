import { markdownTable } from '../command-line/tables.ts';
import type { Holder } from './roles.ts';

/** What somebody who has the credentials of a function could do with one of its rights, beyond the task of the function. */
interface Power {
  readonly actions: readonly string[];
  /** The prefix of the items, or the resource in the words of the page. */
  readonly on: RegExp;
  readonly allows: string;
}

const READS = ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'];
const WRITES = ['dynamodb:PutItem', 'dynamodb:UpdateItem'];
const DELETES = ['dynamodb:DeleteItem'];

/** Ordered by harm. The rights decide which of them a function has, so a new right shows here at once. */
const POWERS: readonly Power[] = [
  {
    actions: ['kms:Decrypt'],
    on: /key of the signing secrets/,
    allows: 'decrypt the signing secret of a partner, and sign false events with it',
  },
  {
    actions: ['lambda:InvokeFunction'],
    on: /the functions of the stage/,
    allows:
      'invoke every function in the name of any partner, so read and change what partners can, and record false calls',
  },
  {
    actions: WRITES,
    on: /^PARTNER#/,
    allows:
      "redirect a partner's events to another URL, give a partner access to another's line, activate a partner, raise its quota",
  },
  { actions: DELETES, on: /^PARTNER#/, allows: "delete a partner's webhook, secret or access to its lines" },
  { actions: WRITES, on: /^LINE#/, allows: 'change the settings of a line, store false calls, alter stored ones' },
  { actions: DELETES, on: /^LINE#/, allows: 'delete a line, its settings and its calls' },
  { actions: WRITES, on: /^CALL#/, allows: 'settle deliveries that were not sent, or have events sent again' },
  { actions: WRITES, on: /^IDEM#/, allows: 'let a retried creation return a false response' },
  { actions: ['dynamodb:Query'], on: /^PARTNERS/, allows: 'list the ids and names of all partners' },
  { actions: READS, on: /^PARTNER#/, allows: "read a partner's webhook URL, contact, lines and encrypted secret" },
  { actions: READS, on: /^LINE#/, allows: 'read the settings and the calls of a line' },
  { actions: READS, on: /^NUMBER#/, allows: 'find the line of a phone number' },
  { actions: READS, on: /^KEY#/, allows: 'read what a key may do, if its hash is known' },
  { actions: WRITES, on: /^RATE#/, allows: 'use up or reset counts of requests' },
  { actions: WRITES, on: /^HEALTH#/, allows: 'make partners look failing or healthy' },
  { actions: WRITES, on: /^REJECTED#/, allows: 'note calls as refused that never were' },
  {
    actions: ['sqs:SendMessage'],
    on: /(main|slow|hung) queue/,
    allows: 'send wake-ups, which lead to no attempt that is not due',
  },
  {
    actions: ['sqs:ReceiveMessage', 'sqs:DeleteMessage'],
    on: /(main|slow|hung) queue/,
    allows: 'delay deliveries until the next sweep',
  },
  {
    actions: ['sqs:ReceiveMessage', 'sqs:DeleteMessage'],
    on: /intake queue/,
    allows: 'read and destroy calls that wait to be recorded',
  },
  { actions: ['sns:Publish'], on: /topic of notices/, allows: 'send false notices about partners' },
];

/** Returns a table with what the credentials of each function would allow beyond its task. */
export const theftTable = (functions: readonly Holder[]): string =>
  markdownTable(
    ['function', 'with its credentials, a thief could'],
    functions.map((holder) => [`\`${holder.name}\``, powersOf(holder).join('; ') || 'do nothing with data']),
  );

const powersOf = ({ rights }: Holder): string[] =>
  POWERS.filter(({ actions, on }) =>
    rights.some((right) => actions.includes(right.action) && [right.on, ...right.keys].some((text) => on.test(text))),
  ).map(({ allows }) => allows);

/** What limits a thief, whichever function the credentials belong to. */
export const THEFT_LIMITS: readonly string[] = [
  'Every request must name a whole partition key. So a thief needs the id of the partner, line or call, or the hash of an API key. Ids have 80 random bits. Only `sweep` can list partners. No function may scan the table.',
  'No function may read or write the audit trail, and none but the authorizer may read API keys. The table has only their hashes.',
  'The credentials of a function end after some hours, at most twelve. They work from anywhere. CloudTrail shows their use, with the address from which they were used, only if you have switched on data events for the table.',
  "A partner's webhook, secret, state and access to its lines share one partition. IAM tells items apart only by their partition key, so a function that may write one of them may write all: [ADR 50](adr/0050-what-a-stolen-function-could-do.md) says why this stays.",
  '`operator -- verify` notices what breaks an invariant: a delegation without its line, a webhook that shows the hint of another secret. It does not notice a webhook URL that was changed. The partner notices, because its events are missing.',
];
