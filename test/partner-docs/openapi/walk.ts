import { type Json, step } from './schemas.ts';

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** Every object and list of a document with the JSON pointer that leads to it. Examples are data and not looked into. */
function* nodesOf(node: unknown, pointer = ''): Generator<readonly [pointer: string, node: Json]> {
  if (!isJson(node)) return;
  yield [pointer, node];
  for (const [name, child] of Object.entries(node)) {
    if (name !== 'examples' && name !== 'example') yield* nodesOf(child, `${pointer}/${step(name)}`);
  }
}

/** Where an example stands, the pointer of the schema that it is an example of, and its value. */
type Example = readonly [where: string, schema: string, value: unknown];

export const examplesIn = (document: Json): Example[] =>
  [...nodesOf(document)].flatMap(([pointer, node]) => [
    ...(Array.isArray(node['examples'])
      ? node['examples'].map((value, at): Example => [`${pointer}/examples/${at}`, pointer, value])
      : []),
    ...('example' in node ? [[`${pointer}/example`, `${pointer}/schema`, node['example']] as const] : []),
    ...(isJson(node['examples']) && !Array.isArray(node['examples'])
      ? Object.entries(node['examples']).map(
          ([name, example]): Example => [
            `${pointer}/examples/${name}`,
            `${pointer}/schema`,
            isJson(example) ? example['value'] : undefined,
          ],
        )
      : []),
  ]);

/** Parameters, headers, responses and fields that nothing is said about. */
export const undescribed = (document: Json): string[] =>
  [...nodesOf(document)]
    .filter(([pointer, node]) => DESCRIBED.test(pointer) && !('$ref' in node) && !('description' in node))
    .map(([pointer]) => pointer);

/** Where a description is owed: named components, answers, and the fields of named schemas. */
const DESCRIBED = /^\/components\/[^/]+\/[^/]+$|\/responses\/[^/]+$|^\/components\/schemas\/[^/]+\/properties\/[^/]+$/;
