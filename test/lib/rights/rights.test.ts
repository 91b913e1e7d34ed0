import { describe, expect, it } from '@jest/globals';
import { keys } from '../../../shared/store/table/keys.ts';
import { synthesized } from '../synthesized.ts';
import { countOf, functionOf, functionsOf, type Statement } from '../template-reader.ts';

const { service } = synthesized('prod');
const functions = functionsOf(service);

const allowing = (action: RegExp) =>
  functions.filter(({ statements }) => actionsOf(statements).some((a) => action.test(a)));
const names = (fns: readonly { action: string }[]) => fns.map(({ action }) => action).sort();
const actionsOf = (statements: readonly Statement[]) => statements.flatMap(({ Action }) => Action);
const OF_STREAM = [
  'dynamodb:DescribeStream',
  'dynamodb:GetRecords',
  'dynamodb:GetShardIterator',
  'dynamodb:ListStreams',
];
const onItems = ({ Action }: Statement) =>
  Action.some((action) => action.startsWith('dynamodb:')) && !Action.some((action) => OF_STREAM.includes(action));
const isTrace = ({ Action }: Statement) => Action.every((action) => action.startsWith('xray:'));
const prefixesOf = ({ Condition }: Statement) =>
  [Condition?.['ForAllValues:StringLike']?.['dynamodb:LeadingKeys'] ?? []].flat();

describe('the rights of the functions', () => {
  it('each function has a role of its own', () => {
    expect(new Set(functions.map(({ Role }) => Role)).size).toBe(functions.length);
  });

  it('the rights of the functions are inline policies of their roles', () => {
    expect(countOf(service, 'AWS::IAM::Policy')).toBe(0);
    expect(countOf(service, 'AWS::IAM::ManagedPolicy')).toBe(0);
  });

  it.each(functions)('the rights of $action name no wildcard action, and the resource * only for traces', (fn) => {
    expect(actionsOf(fn.statements).join()).not.toContain('*');
    for (const statement of fn.statements) expect(statement.Resource === '*').toBe(isTrace(statement));
  });

  it.each(functions)('the rights of $action cover only items whose keys have a listed prefix', ({ statements }) => {
    for (const statement of statements.filter(onItems)) {
      expect(prefixesOf(statement).length).toBeGreaterThan(0);
      expect(statement.Condition?.['Null']).toEqual({ 'dynamodb:LeadingKeys': 'false' });
    }
  });

  it('no function has the right to scan the table or to change its definition', () => {
    expect(names(allowing(/^dynamodb:(Scan|PartiQL|.*Table)/))).toEqual([]);
  });

  it('no function except the authorizer can read the items of API keys', () => {
    const onKeys = functions.flatMap(({ action, statements }) =>
      statements
        .filter((statement) => prefixesOf(statement).includes('KEY#*'))
        .map(({ Action }) => ({ action, Action })),
    );
    expect(onKeys).toEqual([{ action: 'authorizer', Action: ['dynamodb:GetItem'] }]);
  });

  it('no function can read or write the audit trail', () => {
    const { PK } = keys.auditEntry(0, '');
    const covers = (prefix: string) => PK.startsWith(prefix.slice(0, -'*'.length));
    const onTrail = functions.filter(({ statements }) => statements.flatMap(prefixesOf).some(covers));
    expect(names(onTrail)).toEqual([]);
  });

  it('only deliver-webhook and put-webhook can decrypt a signing secret', () => {
    expect(names(allowing(/^kms:/))).toEqual(['deliver-webhook', 'put-webhook']);
    for (const { statements } of allowing(/^kms:/)) {
      const onKey = statements.filter(({ Action }) => Action.some((action) => action.startsWith('kms:')));
      expect(onKey).toMatchObject([
        { Action: ['kms:Decrypt'], Condition: { Null: { 'kms:EncryptionContext:partnerId': 'false' } } },
      ]);
    }
  });

  it('whoami has only the rights to its log and its trace', () => {
    expect(actionsOf(functionOf(service, 'whoami').statements).sort()).toEqual([
      'logs:CreateLogStream',
      'logs:PutLogEvents',
      'xray:PutTelemetryRecords',
      'xray:PutTraceSegments',
    ]);
  });

  it.each(functions)('the function $action can write to no log except its own', ({ action, statements }) => {
    const onLogs = statements.filter(({ Action }) => Action.some((name) => name.startsWith('logs:')));
    expect(onLogs.map(({ Resource }) => JSON.stringify(Resource))).toEqual([
      expect.stringContaining(`:log-group:/partner-lines/prod/${action}:*`),
    ]);
  });

  it('each key prefix in the rights of the functions begins a key of the table', () => {
    const built = [
      ...Object.values({
        apiKey: keys.apiKey('hash'),
        partner: keys.partner('pt_1'),
        registryEntry: keys.registryEntry('pt_1'),
        health: keys.health('pt_1'),
        idempotency: keys.idempotency('pt_1', 'key'),
        line: keys.line('tn_1'),
        number: keys.number('+821012345678'),
        rejectedCall: keys.rejectedCall(0, 'id'),
        delivery: keys.delivery('call_1'),
        rateCount: keys.rateCount('hash', 1),
      }).map(({ PK }) => PK),
      'DUE#0',
    ];
    const named = new Set(functions.flatMap(({ statements }) => statements.flatMap(prefixesOf)));
    for (const prefix of named) expect(built.some((key) => key.startsWith(prefix.slice(0, -1)))).toBe(true);
    expect(named.size).toBe(built.length);
  });
});
