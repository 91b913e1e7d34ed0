// biome-ignore-all lint/suspicious/noTemplateCurlyInString: CloudFormation marks its variables like this
import { describe, expect, it } from '@jest/globals';
import { holds, NO_VALUE, resolve, type Scope } from '../../../../emulator/cloudformation/template/intrinsics.ts';

const scope: Scope = {
  ref: (name) => ({ Table: 'the-table', Region: 'eu-west-1', Nothing: NO_VALUE })[name] ?? `ref(${name})`,
  attribute: (logicalId, attribute) => `${logicalId}#${attribute}`,
  importValue: (name) => `import(${name})`,
  condition: (name) => name === 'Yes',
  mapping: (map, key, subkey) => `${map}/${key}/${subkey}`,
};

describe('intrinsic functions of a template', () => {
  it.each<[string, unknown, unknown]>([
    ['plain values', { a: [1, true, null, 'x'] }, { a: [1, true, null, 'x'] }],
    ['Ref', { Ref: 'Table' }, 'the-table'],
    ['GetAtt as a list', { 'Fn::GetAtt': ['Queue', 'Arn'] }, 'Queue#Arn'],
    ['GetAtt as text, of a nested attribute', { 'Fn::GetAtt': 'Stack.Outputs.Url' }, 'Stack#Outputs.Url'],
    ['GetAtt whose attribute is computed', { 'Fn::GetAtt': ['Queue', { 'Fn::Join': ['', ['A', 'rn']] }] }, 'Queue#Arn'],
    ['Join over references', { 'Fn::Join': ['/', ['a', { Ref: 'Table' }, 7]] }, 'a/the-table/7'],
    ['Join without entries', { 'Fn::Join': ['', []] }, ''],
    ['Split', { 'Fn::Split': [':', 'a:b:c'] }, ['a', 'b', 'c']],
    ['Select from Split, the index as text', { 'Fn::Select': ['2', { 'Fn::Split': [':', 'a:b:c'] }] }, 'c'],
    [
      'Sub with a Ref, an attribute and a literal',
      { 'Fn::Sub': '${Table}-${Queue.Arn}-${!Kept}' },
      'the-table-Queue#Arn-${Kept}',
    ],
    [
      'Sub with variables of its own',
      { 'Fn::Sub': ['${x}/${Region}', { x: { Ref: 'Table' } }] },
      'the-table/eu-west-1',
    ],
    [
      'ImportValue of a computed name',
      { 'Fn::ImportValue': { 'Fn::Sub': '${Table}:Export' } },
      'import(the-table:Export)',
    ],
    ['FindInMap', { 'Fn::FindInMap': ['Sizes', { Ref: 'Region' }, 'memory'] }, 'Sizes/eu-west-1/memory'],
    ['If with a true condition', { 'Fn::If': ['Yes', 'then', { 'Fn::Unknown': 1 }] }, 'then'],
    ['If with a false condition', { 'Fn::If': ['No', { 'Fn::Unknown': 1 }, { Ref: 'Table' }] }, 'the-table'],
    ['NoValue as a property', { kept: 1, gone: { Ref: 'Nothing' } }, { kept: 1 }],
    ['NoValue as an entry', [1, { Ref: 'Nothing' }, 2], [1, 2]],
    [
      'a policy whose only key is Condition',
      { Condition: { StringEquals: { a: 'b' } } },
      { Condition: { StringEquals: { a: 'b' } } },
    ],
    ['a key called __proto__', JSON.parse('{"__proto__":{"a":1},"b":2}'), JSON.parse('{"__proto__":{"a":1},"b":2}')],
  ])('are resolved: %s', (_name, value, expected) => {
    expect(resolve(value, scope)).toEqual(expected);
  });

  it.each<[string, unknown, boolean]>([
    ['Equals', { 'Fn::Equals': [{ Ref: 'Table' }, 'the-table'] }, true],
    ['Not', { 'Fn::Not': [{ Condition: 'Yes' }] }, false],
    ['And', { 'Fn::And': [{ Condition: 'Yes' }, { Condition: 'No' }] }, false],
    ['Or of nested conditions', { 'Fn::Or': [{ Condition: 'No' }, { 'Fn::Equals': ['a', 'a'] }] }, true],
    ['a reference to another condition', { Condition: 'Yes' }, true],
  ])('are evaluated in a condition: %s', (_name, condition, expected) => {
    expect(holds(condition, scope)).toBe(expected);
  });

  it('are rejected when they are unknown, and the error has their names', () => {
    expect(() => resolve({ a: { 'Fn::Cidr': ['10.0.0.0/8', 2, 8] } }, scope)).toThrow('Fn::Cidr');
  });

  it('cannot select past the end of a list', () => {
    expect(() => resolve({ 'Fn::Select': [3, ['a']] }, scope)).toThrow(
      'Fn::Select has the index 3, but its list has the length 1',
    );
  });
});
