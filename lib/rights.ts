import { type Action, ROUTES } from '../shared/contract/routes.ts';
import { type PREFIX, TABLE } from '../shared/names/table.ts';

/**
 * The prefixes of partition keys in the rights of functions. `DUE#` belongs to the due index. The prefix of the audit
 * trail is left out, because no function reads or writes it.
 */
type Prefix = Exclude<(typeof PREFIX)[keyof typeof PREFIX], typeof PREFIX.audit>;

type TableAction =
  | 'GetItem'
  | 'BatchGetItem'
  | 'Query'
  | 'PutItem'
  | 'UpdateItem'
  | 'DeleteItem'
  | 'ConditionCheckItem';

/**
 * The rights of a function on items of the table. One row covers everything that one transaction writes, because AWS
 * does not document how IAM assigns the keys of a transaction to its actions.
 */
export interface TableRight {
  readonly may: readonly TableAction[];
  readonly on: readonly Prefix[];
  readonly index?: typeof TABLE.dueIndex.name;
}

export interface Rights extends UsedRights {
  /**
   * Rights that only earlier releases in `tooling/release` use. They stay, because a change of rights applies at once,
   * while the earlier version still has most of the traffic.
   */
  readonly leaving?: UsedRights;
}

export interface UsedRights {
  readonly table: readonly TableRight[];
  /** Whether the function may send wake-ups to the queues of all lanes. */
  readonly sendsWakeUps?: true;
  /** Whether the function may publish to the topic of notices about partners. */
  readonly sendsNotices?: true;
  readonly decryptsSigningSecrets?: true;
  /** Whether the function may delay messages of the queue `intake`, and move them to its dead-letter queue. */
  readonly delaysQueuedCalls?: true;
}

const INTERNAL_FUNCTIONS = [
  'authorizer',
  'line-for-call',
  'record-call',
  'intake',
  'relay',
  'deliver-webhook',
  'sweep',
  'probe',
] as const;
export type FunctionName = Action | (typeof INTERNAL_FUNCTIONS)[number];

/** The function that tries new versions before they get traffic. Only stages with CodeDeploy have it. */
export const ROLLOUT_CHECK = 'check-version';
export type DeployedFunction = FunctionName | typeof ROLLOUT_CHECK;

export const isEndpoint = (action: DeployedFunction): action is Action =>
  ROUTES.some((route) => route.action === action);

/** The names of all functions except check-version. Each name is also a folder under functions/. */
export const FUNCTION_NAMES: readonly FunctionName[] = [...ROUTES.map(({ action }) => action), ...INTERNAL_FUNCTIONS];

/** The rights to store a call and its delivery, whichever way the call was handed over. */
const RECORDS_CALLS: readonly TableRight[] = [
  { may: ['GetItem'], on: ['PARTNER#', 'LINE#'] },
  { may: ['PutItem'], on: ['LINE#', 'CALL#'] },
  { may: ['UpdateItem'], on: ['CALL#'] },
  { may: ['PutItem'], on: ['REJECTED#'] },
];

/**
 * The rights of each function except check-version, without those for its log, traces and mapping. No function may
 * Scan. Only the authorizer may read API keys.
 */
export const RIGHTS: Record<DeployedFunction, Rights> = {
  authorizer: {
    table: [
      { may: ['GetItem'], on: ['KEY#'] },
      { may: ['UpdateItem'], on: ['RATE#'] },
    ],
  },
  // whoami reads nothing, because the authorizer has already read everything that the response needs.
  whoami: { table: [] },
  'list-tenants': { table: [{ may: ['Query'], on: ['PARTNER#'] }] },
  'create-tenant': { table: [{ may: ['PutItem', 'UpdateItem'], on: ['PARTNER#', 'LINE#', 'IDEM#'] }] },
  'get-tenant': {
    table: [{ may: ['GetItem'], on: ['PARTNER#', 'LINE#'] }],
    leaving: { table: [{ may: ['BatchGetItem'], on: ['PARTNER#', 'LINE#'] }] },
  },
  'terminate-tenant': { table: [{ may: ['GetItem', 'UpdateItem', 'DeleteItem'], on: ['PARTNER#', 'LINE#'] }] },
  'get-agent': {
    table: [{ may: ['GetItem'], on: ['PARTNER#', 'LINE#'] }],
    leaving: { table: [{ may: ['BatchGetItem'], on: ['PARTNER#', 'LINE#'] }] },
  },
  'update-agent': {
    table: [{ may: ['BatchGetItem', 'GetItem', 'PutItem', 'ConditionCheckItem'], on: ['PARTNER#', 'LINE#'] }],
  },
  'list-calls': {
    table: [
      { may: ['GetItem'], on: ['PARTNER#'] },
      { may: ['Query'], on: ['LINE#'] },
    ],
  },
  'get-webhook': { table: [{ may: ['GetItem'], on: ['PARTNER#'] }] },
  'put-webhook': {
    table: [{ may: ['GetItem', 'PutItem', 'DeleteItem', 'ConditionCheckItem'], on: ['PARTNER#'] }],
    decryptsSigningSecrets: true,
  },
  'line-for-call': {
    table: [
      { may: ['GetItem'], on: ['NUMBER#'] },
      { may: ['BatchGetItem'], on: ['LINE#'] },
    ],
  },
  'record-call': { table: RECORDS_CALLS },
  intake: { table: RECORDS_CALLS, delaysQueuedCalls: true },
  relay: { table: [{ may: ['BatchGetItem'], on: ['PARTNER#', 'CALL#'] }], sendsWakeUps: true },
  'deliver-webhook': {
    table: [
      { may: ['BatchGetItem'], on: ['PARTNER#', 'LINE#', 'CALL#'] },
      { may: ['GetItem'], on: ['HEALTH#'] },
      { may: ['UpdateItem'], on: ['PARTNER#', 'HEALTH#', 'CALL#'] },
    ],
    sendsWakeUps: true,
    sendsNotices: true,
    decryptsSigningSecrets: true,
  },
  // The rights of check-version are in lib/functions/rollout.ts.
  'check-version': { table: [] },
  sweep: {
    table: [
      { may: ['Query'], on: ['DUE#'], index: TABLE.dueIndex.name },
      { may: ['Query'], on: ['PARTNERS'] },
      { may: ['BatchGetItem'], on: ['PARTNER#', 'HEALTH#'] },
      { may: ['UpdateItem'], on: ['HEALTH#', 'CALL#'] },
    ],
    sendsWakeUps: true,
    sendsNotices: true,
  },
  // The probe needs no rights, because it uses the API as anybody on the internet can.
  probe: { table: [] },
};
