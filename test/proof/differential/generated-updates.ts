import fc from 'fast-check';
import { attribute, type Fragment, joined, literal } from './expressions.ts';
import { anything, lists, maps, numbers, texts } from './generated-conditions.ts';
import { indexKeys } from './generated-items.ts';

/** The change of one attribute, with its section of the update. */
type Action = readonly ['SET' | 'REMOVE' | 'ADD', Fragment];

const set = (path: Fragment, source: Fragment): Action => ['SET', [path, ' = ', source]];
const ifNotExists = (path: Fragment, otherwise: Fragment): Fragment => [`if_not_exists(`, path, ', ', otherwise, ')'];

/** Generates every form of update that the stores use. Some do not fit the item. */
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
