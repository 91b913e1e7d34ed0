import { type Json, step } from './schemas.ts';

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** Generates every object and list of a document with its JSON pointer. Examples are data and are skipped. */
function* nodesOf(node: unknown, pointer = ''): Generator<readonly [pointer: string, node: Json]> {
  if (!isJson(node)) return;
  yield [pointer, node];
  for (const [name, child] of Object.entries(node)) {
    if (name !== 'examples' && name !== 'example') yield* nodesOf(child, `${pointer}/${step(name)}`);
  }
}

/** The pointer of an example, the pointer of its schema, and its value. */
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

/** Returns parameters, headers, responses and fields without a description. */
export const undescribed = (document: Json): string[] =>
  [...nodesOf(document)]
    .filter(([pointer, node]) => DESCRIBED.test(pointer) && !('$ref' in node) && !('description' in node))
    .map(([pointer]) => pointer);

/** Nodes that need a description: named components, responses, and the fields of named schemas. */
const DESCRIBED = /^\/components\/[^/]+\/[^/]+$|\/responses\/[^/]+$|^\/components\/schemas\/[^/]+\/properties\/[^/]+$/;
