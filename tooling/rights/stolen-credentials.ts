import { markdownTable } from '../command-line/tables.ts';
import type { Holder } from './roles.ts';

/** What a thief with a function's credentials could do with one of the function's rights, beyond the function's task. */
interface Power {
  readonly actions: readonly string[];
  /** Matches the prefix of the items, or the name of the resource in docs/rights.md. */
  readonly on: RegExp;
  readonly allows: string;
}

const WRITES = ['dynamodb:PutItem', 'dynamodb:UpdateItem'];
const DELETES = ['dynamodb:DeleteItem'];
/** Writes and deletions count as reads, because they can return the item (`ReturnValues`). */
const READS = ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query', ...WRITES, ...DELETES];

/**
 * What a thief can do with rights, the most harmful first. The table finds functions by their rights, so it will also
 * show a function that gets one of these rights later.
 */
const POWERS: readonly Power[] = [
  {
    actions: ['kms:Decrypt'],
    on: /key of the signing secrets/,
    allows: 'decrypt the signing secret of a partner, and sign false events with it',
  },
  {
    actions: ['lambda:InvokeFunction'],
    on: /the functions of the stage/,
    allows: 'invoke every other function: act as any partner, and record false calls',
  },
  {
    actions: WRITES,
    on: /^PARTNER#/,
    allows:
      "redirect a partner's events to another URL, give a partner access to another partner's line, activate a partner, raise a partner's quota",
  },
  { actions: DELETES, on: /^PARTNER#/, allows: "delete a partner's webhook, secret or access to its lines" },
  { actions: WRITES, on: /^LINE#/, allows: 'change the settings of a line, store false calls, change stored calls' },
  { actions: DELETES, on: /^LINE#/, allows: 'delete a line, its settings and its calls' },
  { actions: WRITES, on: /^CALL#/, allows: 'mark unsent deliveries as settled, or cause events to be sent again' },
  { actions: WRITES, on: /^IDEM#/, allows: 'make the retry of a creation return a false response' },
  { actions: ['dynamodb:Query'], on: /^PARTNERS/, allows: 'list the ids and names of all partners' },
  { actions: READS, on: /^PARTNER#/, allows: "read a partner's webhook URL, contact, lines and encrypted secret" },
  { actions: READS, on: /^LINE#/, allows: 'read the settings and the calls of a line' },
  { actions: READS, on: /^NUMBER#/, allows: 'find the line of a phone number' },
  { actions: READS, on: /^KEY#/, allows: 'read what an API key may do, if its hash is known' },
  { actions: WRITES, on: /^RATE#/, allows: 'use up or reset the rate limit of an address' },
  { actions: WRITES, on: /^HEALTH#/, allows: 'make partners look failing or healthy' },
  { actions: WRITES, on: /^REJECTED#/, allows: 'store false records of refused calls' },
  {
    actions: ['sqs:SendMessage'],
    on: /(main|slow|hung) queue/,
    allows: 'send wake-ups, which cause only attempts that are due',
  },
  {
    actions: ['sqs:ReceiveMessage', 'sqs:DeleteMessage'],
    on: /(main|slow|hung) queue/,
    allows: 'delay deliveries by deleting their wake-ups',
  },
  {
    actions: ['sqs:ReceiveMessage', 'sqs:DeleteMessage'],
    on: /intake queue/,
    allows: 'read and destroy calls that wait to be recorded',
  },
  { actions: ['sns:Publish'], on: /topic of notices/, allows: 'send false notices about partners' },
];

export const stolenCredentialsTable = (functions: readonly Holder[]): string =>
  markdownTable(
    ['what a thief could do', 'functions whose credentials permit this'],
    POWERS.map((power): [string, string] => [power.allows, namesOf(functions.filter((one) => hasPower(one, power)))])
      .filter(([, names]) => names !== '')
      .concat([
        [
          'neither read nor change data',
          namesOf(functions.filter((one) => !POWERS.some((power) => hasPower(one, power)))),
        ],
      ]),
  );

const namesOf = (functions: readonly Holder[]) => functions.map(({ name }) => `\`${name}\``).join(', ');

const hasPower = ({ rights }: Holder, { actions, on }: Power): boolean =>
  rights.some((right) => actions.includes(right.action) && [right.on, ...right.keys].some((text) => on.test(text)));

/** What limits a thief who has the credentials of a function. */
export const THEFT_LIMITS: readonly string[] = [
  "Requests to the table must name a whole partition key, such as a line's id (80 random bits), the hash of an API key or a phone number. Only `sweep` can list partners and due deliveries.",
  "AWS limits the credentials of an assumed role to 12 hours. Until they expire, they work from anywhere. Only CloudTrail's data events show what they do to the table.",
  "A partner's webhook, secret, state and access to its lines share one partition, so a function that may write one of them may write all ([ADR 50](adr/0050-functions-that-write-one-item-of-a-partner-can-write-all.md)).",
  '`operator verify` reports a delegation of a line that does not exist, and a webhook whose hint differs from the hint of its secret. It does not report a changed webhook URL. Only the partner notices that, because its events stop.',
];
