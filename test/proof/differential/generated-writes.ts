import { DeleteCommand, PutCommand, type TransactWriteCommandInput, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { type ExpressionFields, type Fragment, fieldsWith } from './expressions.ts';
import { conditionsOn } from './generated-conditions.ts';
import { attributes, KEY_COUNT, keyAt, placed, seldom } from './generated-items.ts';
import { updates } from './generated-updates.ts';
import type { Command } from './outcome.ts';

/** The table and the name of a run. */
export interface Run {
  readonly TableName: string;
  readonly run: string;
}

/** One write, as a request of its own or as part of a transaction. */
export interface GeneratedWrite {
  readonly keyIndex: number;
  readonly alone: (run: Run) => Command;
  readonly part: (run: Run) => NonNullable<TransactWriteCommandInput['TransactItems']>[number];
}

interface Details {
  readonly keyIndex: number;
  readonly condition: Fragment | undefined;
  readonly showsRejection: 'ALL_OLD' | 'NONE' | undefined;
  /** A mistake in the use of placeholders. */
  readonly flaw: 'unused name' | 'unused value' | undefined;
}

const details: fc.Arbitrary<Details> = fc.record({
  keyIndex: fc.nat(KEY_COUNT - 1),
  condition: fc.option(conditionsOn(), { nil: undefined, freq: 2 }),
  showsRejection: fc.constantFrom('ALL_OLD', 'NONE', undefined),
  flaw: seldom<Details['flaw']>(fc.constant(undefined), 'unused name', 'unused value'),
});

const puts = fc.tuple(details, attributes).map(([about, item]): GeneratedWrite => {
  const input = (run: Run) => ({
    ...common(run, about),
    Item: { ...itemAt(run, about, item), ...keyOf(run, about) },
  });
  return {
    keyIndex: about.keyIndex,
    alone: (run) => new PutCommand(input(run)),
    part: (run) => ({ Put: input(run) }),
  };
});

const itemAt = ({ run }: Run, { keyIndex }: { readonly keyIndex: number }, item: object) =>
  Object.fromEntries(Object.entries(item).map(([name, value]) => [name, placed(value, { run, keyIndex })]));

/** Generates the first items of a run. */
export const firstItems: fc.Arbitrary<readonly GeneratedWrite['alone'][]> = fc
  .array(attributes, { minLength: KEY_COUNT - 2, maxLength: KEY_COUNT - 1 })
  .map((items) =>
    items.map((item, keyIndex) => (run: Run) => {
      const Item = { ...itemAt(run, { keyIndex }, item), ...keyAt({ run: run.run, keyIndex }) };
      return new PutCommand({ TableName: run.TableName, Item });
    }),
  );

const updatesOfItems = fc
  .tuple(details, updates, fc.constantFrom(undefined, 'NONE', 'ALL_NEW', 'UPDATED_NEW'))
  .map(([about, { fragment, returnable }, wanted]): GeneratedWrite => {
    const input = (run: Run) => {
      const fields = common(run, about, fragment);
      return { ...fields, UpdateExpression: fields.UpdateExpression, Key: keyOf(run, about) };
    };
    const ReturnValues = returnable || wanted !== 'UPDATED_NEW' ? wanted : 'ALL_NEW';
    return {
      keyIndex: about.keyIndex,
      alone: (run) => new UpdateCommand({ ...input(run), ReturnValues }),
      part: (run) => ({ Update: input(run) }),
    };
  });

const deletes = fc.tuple(details, fc.boolean()).map(([about, onlyChecks]): GeneratedWrite => {
  const input = (run: Run) => ({ ...common(run, about), Key: keyOf(run, about) });
  return {
    keyIndex: about.keyIndex,
    alone: (run) => new DeleteCommand(input(run)),
    part: (run) => {
      const { ConditionExpression, ...others } = input(run);
      return onlyChecks && ConditionExpression !== undefined
        ? { ConditionCheck: { ...others, ConditionExpression } }
        : { Delete: input(run) };
    },
  };
});

/** Generates writes, with three times as many updates as others. */
export const writes: fc.Arbitrary<GeneratedWrite> = fc.oneof(
  { weight: 2, arbitrary: puts },
  { weight: 3, arbitrary: updatesOfItems },
  { weight: 1, arbitrary: deletes },
);

const keyOf = ({ run }: Run, { keyIndex }: Details) => keyAt({ run, keyIndex });

function common({ TableName, run }: Run, { keyIndex, condition, showsRejection, flaw }: Details, update?: Fragment) {
  const expressions = { UpdateExpression: update, ConditionExpression: condition };
  const fields = fieldsWith(expressions, (value) => placed(value, { run, keyIndex }));
  return { TableName, ...flawed(fields, flaw), ReturnValuesOnConditionCheckFailure: showsRejection };
}

function flawed(fields: ExpressionFields, flaw: Details['flaw']): ExpressionFields {
  const { ExpressionAttributeNames, ExpressionAttributeValues } = fields;
  switch (Object.keys(fields).length > 0 ? flaw : undefined) {
    case 'unused name':
      return { ...fields, ExpressionAttributeNames: { ...ExpressionAttributeNames, '#unused': 'n' } };
    case 'unused value':
      return { ...fields, ExpressionAttributeValues: { ...ExpressionAttributeValues, ':unused': 1 } };
    default:
      return fields;
  }
}
