import { invalid, unused } from './errors.ts';
import { OPERAND, operand, PATH, type Part, type Path, remembering, type Scope, valueAt } from './expressions.ts';
import { type Item, isMap, storedItem, type Value, whole } from './values.ts';

/** The change of one attribute. Its value is computed from the item before the update; `undefined` removes it. */
interface Change {
  readonly path: string;
  readonly value: Part<Value | undefined>;
}

const TERM = String.raw`(?:if_not_exists\(${PATH}, ${OPERAND}\)|${OPERAND})`;

/** How each section of an update reads one of its changes. */
const SECTIONS: Readonly<Record<string, readonly [RegExp, (parts: string[]) => Part<Value | undefined>]>> = {
  SET: [new RegExp(`(${PATH}) = (${TERM})(?: ([+-]) (${TERM}))?(?:, |$)`, 'y'), assigned],
  REMOVE: [new RegExp(`(${PATH})(?:, |$)`, 'y'), () => () => undefined],
  ADD: [new RegExp(String.raw`(${PATH}) (:\w+)(?:, |$)`, 'y'), added],
};

/** Reads an update. Throws at anything that the stores do not use. */
export const readUpdate = remembering((text) => {
  const [start, ...parts] = text.split(/(?:^| )(SET|REMOVE|ADD) /);
  if (start !== '') throw unused(`the update ${text}`);
  return parts.flatMap((section, index) => (index % 2 === 0 ? changesIn(section, parts[index + 1] ?? '') : []));
});

function changesIn(section: string, text: string): Change[] {
  const [form, valueIn] = SECTIONS[section] ?? [/$/y, assigned];
  const changes: Change[] = [];
  for (let position = 0; position < text.length; position = form.lastIndex) {
    form.lastIndex = position;
    const [, path = '', ...parts] = form.exec(text) ?? [];
    if (path === '') throw unused(`the change ${text.slice(position)}`);
    changes.push({ path, value: valueIn([path, ...parts]) });
  }
  return changes;
}

function assigned([, first = '', sign, second = '']: string[]): Part<Value> {
  if (sign === undefined) return termOf(first);
  const [left, right] = [termOf(first), termOf(second)];
  return (item, scope) => {
    const by = numberIn(right(item, scope));
    return whole(numberIn(left(item, scope)) + (sign === '+' ? by : -by));
  };
}

function added([path = '', alias = '']: string[]): Part<Value> {
  return (item, { pathOf, literal }) => {
    const by = literal(alias);
    if (typeof by !== 'number') throw unused('ADD of anything but a number');
    const before = valueAt(item, pathOf(path));
    return whole(by + (before === undefined ? 0 : numberIn(before)));
  };
}

function termOf(text: string): Part<Value> {
  const [, path, otherwise] = /^if_not_exists\((.*), (.*)\)$/.exec(text) ?? [];
  const [usual, instead] = [operand(path ?? text), otherwise === undefined ? undefined : operand(otherwise)];
  return (item, scope) => {
    const found = usual(item, scope);
    const value = found === undefined ? instead?.(item, scope) : found;
    if (value === undefined) throw invalid('The provided expression refers to an attribute that does not exist');
    return value;
  };
}

function numberIn(value: Value): number {
  if (typeof value !== 'number') throw invalid('An operand in the update expression has an incorrect data type');
  return value;
}

/** Returns the paths that an update writes. */
export const pathsIn = (changes: readonly Change[], { pathOf }: Scope): readonly Path[] =>
  changes.map(({ path }) => pathOf(path));

/** Returns the item after an update. All values are computed from the item before it. */
export function updated(before: Item, changes: readonly Change[], scope: Scope): Item {
  const values = changes.map(({ value }) => value(before, scope));
  const draft = storedItem(before);
  changes.forEach(({ path }, index) => {
    const [steps, value] = [scope.pathOf(path), values[index]];
    const parent = valueAt(draft, steps.slice(0, -1));
    if (!isMap(parent)) throw invalid('The document path provided in the update expression is invalid for update');
    if (value === undefined) delete parent[String(steps.at(-1))];
    else parent[String(steps.at(-1))] = value;
  });
  return draft;
}
