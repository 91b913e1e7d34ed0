import { DeleteCommand, PutCommand, type TransactWriteCommandInput, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { attribute, type Fragment, fieldsWith, joined, literal } from './expressions.ts';
import {
  anything,
  attributes,
  conditionsOn,
  indexKeys,
  KEY_COUNT,
  keyAt,
  lists,
  maps,
  numbers,
  placed,
  texts,
} from './generated-conditions.ts';
import type { Command } from './outcome.ts';

/** The change of one attribute, with its section of the update. */
type Action = readonly ['SET' | 'REMOVE' | 'ADD', Fragment];

const set = (path: Fragment, source: Fragment): Action => ['SET', [path, ' = ', source]];
const ifNotExists = (path: Fragment, otherwise: Fragment): Fragment => [`if_not_exists(`, path, ', ', otherwise, ')'];

/** Generates every form of SET and REMOVE that the stores use. Some do not fit the item. */
function actionsOn(name: string, values: fc.Arbitrary<unknown>): fc.Arbitrary<Action> {
  const other = fc.constantFrom('n', 'k', 's', 'l', 'mixed', 'gone');
  return fc.tuple(values, numbers, other).chain(([value, number, source]) => {
    const path = attribute(name);
    const step = literal(number);
    return fc.constantFrom<Action>(
      set(path, literal(value)),
      set(path, attribute(source)),
      set(path, [path, ' + ', step]),
      set(path, [path, ' - ', step]),
      set(path, [step, ' - ', path]),
      set(path, [ifNotExists(path, step), ' + ', step]),
      set(path, ifNotExists(attribute(source), literal(value))),
      ['REMOVE', path],
    );
  });
}

const added = (name: string): fc.Arbitrary<Action> =>
  numbers.map((number) => ['ADD', [attribute(name), ' ', literal(number)]]);
const indexAction = (name: keyof typeof indexKeys): fc.Arbitrary<Action> =>
  fc.oneof(
    indexKeys[name].map((value) => set(attribute(name), literal(value))),
    fc.constant<Action>(['REMOVE', attribute(name)]),
  );
/** Generates writes into maps, which may be absent. */
const nested = (name: string): fc.Arbitrary<Action> => anything.map((value) => set(attribute(name), literal(value)));

interface Update {
  readonly fragment: Fragment;
  /**
   * Whether the request may ask for the updated attributes. An update of a nested part must not, because the engines
   * then return different parts of the attribute.
   */
  readonly returnable: boolean;
}

/** Actions by attribute. No update names an attribute twice, because not all engines reject that in a transaction. */
const actions = Object.entries({
  n: fc.oneof(actionsOn('n', numbers), added('n')),
  k: fc.oneof(actionsOn('k', numbers), added('k')),
  s: actionsOn('s', texts),
  mixed: fc.oneof(actionsOn('mixed', anything), added('mixed')),
  l: actionsOn('l', lists),
  m: actionsOn('m', maps),
  'm.a': nested('m.a'),
  'm.b.c': nested('m.b.c'),
  dueShard: indexAction('dueShard'),
  sweepAtMs: indexAction('sweepAtMs'),
  deliveriesOf: indexAction('deliveriesOf'),
  recordedAtCallId: indexAction('recordedAtCallId'),
}).map(([about, action]) => fc.tuple(fc.constant(about), action));

const updates: fc.Arbitrary<Update> = fc
  .uniqueArray(fc.oneof(...actions), { minLength: 1, maxLength: 3, selector: ([about]) => about.split('.')[0] })
  .map((chosen) => ({
    fragment: sections(chosen.map(([, action]) => action)),
    returnable: chosen.every(([about]) => !about.includes('.')),
  }));

function sections(actions: readonly Action[]): Fragment {
  const bySection = Map.groupBy(actions, ([section]) => section);
  const parts = [...bySection].map(
    ([section, ofIt]): Fragment => [
      `${section} `,
      joined(
        ofIt.map(([, fragment]) => fragment),
        ', ',
      ),
    ],
  );
  return joined(parts, ' ');
}

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
}

const details: fc.Arbitrary<Details> = fc.record({
  keyIndex: fc.nat(KEY_COUNT - 1),
  condition: fc.option(conditionsOn(), { nil: undefined, freq: 2 }),
  showsRejection: fc.constantFrom('ALL_OLD', 'NONE', undefined),
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

/** Generates writes, half of which are updates. */
export const writes: fc.Arbitrary<GeneratedWrite> = fc.oneof(
  { weight: 2, arbitrary: puts },
  { weight: 3, arbitrary: updatesOfItems },
  { weight: 1, arbitrary: deletes },
);

const keyOf = ({ run }: Run, { keyIndex }: Details) => keyAt({ run, keyIndex });

function common({ TableName, run }: Run, { keyIndex, condition, showsRejection }: Details, update?: Fragment) {
  const expressions = { UpdateExpression: update, ConditionExpression: condition };
  const fields = fieldsWith(expressions, (value) => placed(value, { run, keyIndex }));
  return { TableName, ...fields, ReturnValuesOnConditionCheckFailure: showsRejection };
}
