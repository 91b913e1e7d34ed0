// biome-ignore-all lint/suspicious/noTemplateCurlyInString: CloudFormation marks its variables like this
import { describe, expect, it } from '@jest/globals';
import { holds, NO_VALUE, resolve, type Scope } from '../../../../../local/aws/cloudformation/template/intrinsics.ts';

const scope: Scope = {
  ref: (name) => ({ Table: 'the-table', Region: 'eu-west-1', Nothing: NO_VALUE })[name] ?? `ref(${name})`,
  attribute: (logicalId, attribute) => `${logicalId}#${attribute}`,
  importValue: (name) => `import(${name})`,
  condition: (name) => name === 'Yes',
  mapping: (map, key, subkey) => `${map}/${key}/${subkey}`,
};

describe('the resolver of intrinsic functions in a template', () => {
  it.each<[string, unknown, unknown]>([
    ['plain values to themselves', { a: [1, true, null, 'x'] }, { a: [1, true, null, 'x'] }],
    ['Ref', { Ref: 'Table' }, 'the-table'],
    ['GetAtt with a list', { 'Fn::GetAtt': ['Queue', 'Arn'] }, 'Queue#Arn'],
    ['GetAtt with a text that names a nested attribute', { 'Fn::GetAtt': 'Stack.Outputs.Url' }, 'Stack#Outputs.Url'],
    [
      'GetAtt of a computed attribute name',
      { 'Fn::GetAtt': ['Queue', { 'Fn::Join': ['', ['A', 'rn']] }] },
      'Queue#Arn',
    ],
    ['Join of references', { 'Fn::Join': ['/', ['a', { Ref: 'Table' }, 7]] }, 'a/the-table/7'],
    ['Join without entries', { 'Fn::Join': ['', []] }, ''],
    ['Split', { 'Fn::Split': [':', 'a:b:c'] }, ['a', 'b', 'c']],
    ['Select from Split with the index as text', { 'Fn::Select': ['2', { 'Fn::Split': [':', 'a:b:c'] }] }, 'c'],
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
    ['a property with NoValue by leaving it out', { kept: 1, gone: { Ref: 'Nothing' } }, { kept: 1 }],
    ['a list entry with NoValue by leaving it out', [1, { Ref: 'Nothing' }, 2], [1, 2]],
    [
      'the Condition of a policy as plain data',
      { Condition: { StringEquals: { a: 'b' } } },
      { Condition: { StringEquals: { a: 'b' } } },
    ],
    [
      'a key called __proto__ like any other key',
      JSON.parse('{"__proto__":{"a":1},"b":2}'),
      JSON.parse('{"__proto__":{"a":1},"b":2}'),
    ],
  ])('resolves %s', (_name, value, expected) => {
    expect(resolve(value, scope)).toEqual(expected);
  });

  it.each<[string, unknown, boolean]>([
    ['Equals', { 'Fn::Equals': [{ Ref: 'Table' }, 'the-table'] }, true],
    ['Not', { 'Fn::Not': [{ Condition: 'Yes' }] }, false],
    ['And', { 'Fn::And': [{ Condition: 'Yes' }, { Condition: 'No' }] }, false],
    ['Or of nested conditions', { 'Fn::Or': [{ Condition: 'No' }, { 'Fn::Equals': ['a', 'a'] }] }, true],
    ['a reference to another condition', { Condition: 'Yes' }, true],
  ])('evaluates a condition with %s', (_name, condition, expected) => {
    expect(holds(condition, scope)).toBe(expected);
  });

  it('rejects an unknown function, and the error names that function', () => {
    expect(() => resolve({ a: { 'Fn::Cidr': ['10.0.0.0/8', 2, 8] } }, scope)).toThrow('Fn::Cidr');
  });

  it('rejects a Select whose index is past the end of its list', () => {
    expect(() => resolve({ 'Fn::Select': [3, ['a']] }, scope)).toThrow(
      'Fn::Select has the index 3, but its list has the length 1',
    );
  });
});
