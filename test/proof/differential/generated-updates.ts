import fc from 'fast-check';
import { attribute, type Fragment, joined, literal } from './expressions.ts';
import { anything, lists, maps, numbers, tags, texts } from './generated-conditions.ts';
import { indexKeys } from './generated-items.ts';

/** The change of one attribute, with its section of the update. */
type Action = readonly ['SET' | 'REMOVE' | 'ADD' | 'DELETE', Fragment];

const set = (path: Fragment, source: Fragment): Action => ['SET', [path, ' = ', source]];
const call = (name: string, ...operands: Fragment[]): Fragment => [`${name}(`, joined(operands, ', '), ')'];

/** Generates every form of update on which the engines agree. Some do not fit the item. */
function actionsOn(name: string, values: fc.Arbitrary<unknown>): fc.Arbitrary<Action> {
  const other = fc.constantFrom('n', 'k', 's', 'l', 'mixed', 'gone');
  return fc.tuple(fc.boolean(), values, numbers, lists, other).chain(([aliased, value, number, list, source]) => {
    const path = attribute(name, aliased);
    const step = literal(number);
    return fc.constantFrom<Action>(
      set(path, literal(value)),
      set(path, attribute(source, !aliased)),
      set(path, [path, ' + ', step]),
      set(path, [path, ' - ', step]),
      set(path, [step, ' - ', path]),
      set(path, [call('if_not_exists', path, step), ' + ', step]),
      set(path, call('if_not_exists', attribute(source, aliased), literal(value))),
      set(path, call('list_append', call('if_not_exists', path, literal([])), literal(list))),
      set(path, call('list_append', literal(list), path)),
      ['REMOVE', path],
    );
  });
}

const members = (name: string): fc.Arbitrary<Action> =>
  fc
    .tuple(fc.constantFrom('ADD', 'DELETE'), tags, fc.boolean())
    .map(([section, some, aliased]): Action => [section, [attribute(name, aliased), ' ', literal(some)]]);
const added = (name: string): fc.Arbitrary<Action> =>
  fc.tuple(numbers, fc.boolean()).map(([number, aliased]) => ['ADD', [attribute(name, aliased), ' ', literal(number)]]);
const indexAction = (name: keyof typeof indexKeys): fc.Arbitrary<Action> =>
  fc.oneof(
    indexKeys[name].map((value) => set(attribute(name, true), literal(value))),
    fc.constant<Action>(['REMOVE', attribute(name, true)]),
  );
/** Generates writes into maps, which may be absent. */
const nested = (name: string): fc.Arbitrary<Action> =>
  fc.tuple(anything, fc.boolean()).map(([value, aliased]) => set(attribute(name, aliased), literal(value)));

interface Update {
  readonly fragment: Fragment;
  /**
   * Whether the request may ask for the updated attributes. An update of a nested part may not, because the engines
   * then return different parts of the attribute.
   */
  readonly returnable: boolean;
}

/** Actions by attribute. No update names an attribute twice, because not all engines reject that in a transaction. */
const actions = Object.entries({
  n: fc.oneof(actionsOn('n', numbers), added('n')),
  k: fc.oneof(actionsOn('k', numbers), added('k')),
  s: actionsOn('s', texts),
  mixed: fc.oneof(actionsOn('mixed', anything), added('mixed'), members('mixed')),
  l: actionsOn('l', lists),
  tags: members('tags'),
  m: actionsOn('m', maps),
  'm.a': nested('m.a'),
  'm.b.c': nested('m.b.c'),
  dueShard: indexAction('dueShard'),
  sweepAtMs: indexAction('sweepAtMs'),
  deliveriesOf: indexAction('deliveriesOf'),
  recordedAtCallId: indexAction('recordedAtCallId'),
}).map(([about, action]) => fc.tuple(fc.constant(about), action));

export const updates: fc.Arbitrary<Update> = fc
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
