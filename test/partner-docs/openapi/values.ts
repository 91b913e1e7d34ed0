import fc, { type Arbitrary } from 'fast-check';
import type { ApiDocument } from './api-document.ts';
import { step } from './schemas.ts';

/** The keywords that our document uses. */
interface Schema {
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
  readonly if?: Schema;
  readonly else?: Schema;
}

/** Values that are too rare to generate at random, by the end of the pointer of their schema. */
export type Hints = Readonly<Record<string, Arbitrary<unknown>>>;

/** Generates values for a schema. They also follow rules that only descriptions state, such as no NUL. */
export function valuesAt(document: ApiDocument, where: string, hints: Hints): Arbitrary<unknown> {
  const { pointer, node: schema } = document.at<Schema>(where);
  const inner = (path: string) => valuesAt(document, `${pointer}${path}`, hints);
  const hinted = Object.entries(hints).find(([ending]) => pointer.endsWith(ending))?.[1];
  const random = randomValues(schema, inner);
  const values = hinted ? fc.oneof({ arbitrary: hinted, weight: 4 }, random) : random;
  const valid = document.schema(pointer);
  return values.filter((value) => valid(value));
}

function randomValues(schema: Schema, inner: (path: string) => Arbitrary<unknown>): Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((_, index) => inner(`/anyOf/${index}`)));
  if (typeof schema.type === 'object')
    return fc.oneof(...schema.type.map((type) => randomValues({ ...schema, type }, inner)));
  switch (schema.type) {
    case 'string':
      return texts(schema);
    case 'integer':
      return fc.integer({ min: schema.minimum ?? 0, max: schema.maximum ?? Number.MAX_SAFE_INTEGER });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(inner('/items'), { minLength: schema.minItems ?? 0, maxLength: schema.maxItems ?? 5 });
    default:
      return objects(schema, inner);
  }
}

/** Generates strings, some of the maximum length and some outside ASCII. Lengths are in code points. */
function texts({ pattern, minLength = 0, maxLength: own, else: otherwise }: Schema): Arbitrary<string> {
  const maxLength = own ?? otherwise?.maxLength ?? 200;
  if (pattern !== undefined && pattern !== '\\S') return fc.stringMatching(new RegExp(pattern, 'u'), { size: 'small' });
  const short = fc.string({ unit: 'binary', minLength, maxLength: Math.min(maxLength, 30) });
  const longest = fc.constantFrom('x', '김', '😀').map((character) => character.repeat(maxLength));
  return fc.oneof({ arbitrary: short, weight: 9 }, longest).filter((text) => !/[\0\uFFFD]/.test(text));
}

/** Generates objects, some with unknown fields, which the API ignores. */
function objects(schema: Schema, inner: (path: string) => Arbitrary<unknown>): Arbitrary<object> {
  const fields = Object.fromEntries(
    Object.keys(schema.properties ?? {}).map((name) => [name, inner(`/properties/${step(name)}`)]),
  );
  const known = fc.record(fields, { requiredKeys: [...(schema.required ?? [])] });
  if (schema.additionalProperties === false) return known;
  const unknown = fc.option(fc.record({ colour: fc.jsonValue({ maxDepth: 2 }) }), { nil: {}, freq: 4 });
  return fc.tuple(known, unknown).map(([own, more]) => ({ ...own, ...more }));
}
