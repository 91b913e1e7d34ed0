// biome-ignore-all lint/suspicious/noTemplateCurlyInString: CloudFormation marks its variables like this
import { describe, expect, it } from '@jest/globals';
import { resolveIntrinsics, type Scope } from '../../../../../local/aws/cloudformation/template/intrinsics.ts';

const scope: Scope = {
  ref: (name) => ({ Table: 'the-table', Region: 'eu-west-1' })[name] ?? `ref(${name})`,
  attribute: (logicalId, attribute) => `${logicalId}#${attribute}`,
  importValue: (name) => `import(${name})`,
};

describe('intrinsic functions in a CloudFormation template', () => {
  it.each<[string, unknown, unknown]>([
    ['plain values to themselves', { a: [1, true, null, 'x'] }, { a: [1, true, null, 'x'] }],
    ['Ref', { Ref: 'Table' }, 'the-table'],
    ['GetAtt with a list', { 'Fn::GetAtt': ['Queue', 'Arn'] }, 'Queue#Arn'],
    [
      'GetAtt of a computed attribute name',
      { 'Fn::GetAtt': ['Queue', { 'Fn::Join': ['', ['A', 'rn']] }] },
      'Queue#Arn',
    ],
    ['Join of references', { 'Fn::Join': ['/', ['a', { Ref: 'Table' }, 7]] }, 'a/the-table/7'],
    ['Join without entries', { 'Fn::Join': ['', []] }, ''],
    ['Split', { 'Fn::Split': [':', 'a:b:c'] }, ['a', 'b', 'c']],
    ['Select from Split with the index as text', { 'Fn::Select': ['2', { 'Fn::Split': [':', 'a:b:c'] }] }, 'c'],
    ['Sub with two references', { 'Fn::Sub': '${Table}-${Region}' }, 'the-table-eu-west-1'],
    [
      'ImportValue of a computed name',
      { 'Fn::ImportValue': { 'Fn::Sub': '${Table}:Export' } },
      'import(the-table:Export)',
    ],
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
  ])('a value of a template with intrinsic functions is resolved: %s', (_name, value, expected) => {
    expect(resolveIntrinsics(value, scope)).toEqual(expected);
  });

  it('an unsupported intrinsic function is rejected with an error that names the function', () => {
    expect(() => resolveIntrinsics({ a: { 'Fn::If': ['Yes', 1, 2] } }, scope)).toThrow('Fn::If');
    expect(() => resolveIntrinsics({ a: { 'Fn::Cidr': ['10.0.0.0/8', 2, 8] } }, scope)).toThrow('Fn::Cidr');
  });

  it.each([[{ 'Fn::Sub': ['${x}', { x: 'y' }] }], [{ 'Fn::GetAtt': 'Stack.Outputs.Url' }]])(
    'the form %j of an intrinsic function is rejected',
    (value) => {
      expect(() => resolveIntrinsics(value, scope)).toThrow();
    },
  );

  it('the intrinsic function Select is rejected if its index is outside its list', () => {
    expect(() => resolveIntrinsics({ 'Fn::Select': [3, ['a']] }, scope)).toThrow(
      'Fn::Select has the index 3, but its list has the length 1',
    );
  });
});
