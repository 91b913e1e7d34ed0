import { bindCondition, type Condition, type ConditionSyntax } from './conditions.ts';
import { invalid, unused } from './errors.ts';
import type { OperandSyntax } from './operands.ts';
import { PRIMARY, type View } from './schema.ts';
import type { Scope } from './scope.ts';
import { typeOf, type Value } from './values.ts';

interface KeyCondition {
  readonly partition: Value;
  /** Tests an item of the partition. */
  readonly holds: Condition;
}

/** Binds a key condition: the partition key equals a value, and at most one condition limits the sort key. */
export function bindKeyCondition(syntax: ConditionSyntax, scope: Scope, view: View): KeyCondition {
  const parts = syntax.kind === 'and' ? syntax.parts : [syntax];
  const tests = parts.map((part) => testOf(part, scope));
  const ofPartition = tests.find(({ attribute }) => attribute === view.partition.name);
  const ofSort = tests.find(({ attribute }) => attribute === view.sort.name);
  const [partition] = ofPartition?.values ?? [];
  if (!ofPartition?.isEquality || partition === undefined) throw invalid('Query condition missed key schema element');
  if (tests.length > 2 || (tests.length === 2 && ofSort === undefined)) throw notSupported();
  rejectOtherType(ofPartition.values, view.partition.type);
  rejectOtherType(ofSort?.values ?? [], view.sort.type);
  return { partition, holds: bindCondition(syntax, scope) };
}

/** Binds one part of a key condition, which compares an attribute with values. */
function testOf(syntax: ConditionSyntax, scope: Scope) {
  if (!isRange(syntax)) throw notSupported();
  const [attribute, ...others] = syntax.operands;
  const values = others.map((operand) => scope.operand(operand).literal);
  if (attribute?.kind !== 'path' || !values.every((value) => value !== undefined)) throw notSupported();
  return {
    attribute: scope.path(attribute.path).join('.'),
    values,
    isEquality: syntax.kind === 'compare' && syntax.comparator === '=',
  };
}

function isRange(syntax: ConditionSyntax): syntax is Extract<ConditionSyntax, { operands: unknown }> {
  return syntax.kind === 'compare' ? syntax.comparator !== '<>' : syntax.kind === 'between';
}

function rejectOtherType(values: readonly Value[], type: string): void {
  if (values.some((value) => typeOf(value) !== type || value === '')) {
    throw invalid('Condition parameter type does not match schema type');
  }
}

/** Throws if the filter uses an attribute of the key. */
export function rejectWrongFilter(filter: ConditionSyntax, scope: Scope, view: View): void {
  if (view !== PRIMARY) throw unused('a filter of an index');
  const names = operandsIn(filter).flatMap((operand) => (operand.kind === 'path' ? scope.path(operand.path)[0] : []));
  if (names.some((name) => name === view.partition.name || name === view.sort.name)) {
    throw invalid('Filter Expression can only contain non-primary key attributes');
  }
}

const operandsIn = (syntax: ConditionSyntax): readonly OperandSyntax[] =>
  'parts' in syntax ? syntax.parts.flatMap(operandsIn) : syntax.operands;

const notSupported = () => invalid('Query key condition not supported');
