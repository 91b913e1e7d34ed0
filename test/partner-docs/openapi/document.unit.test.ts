import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { openApiText } from '../../../partner-docs/openapi/document.ts';
import { CODED_FAILURES } from '../../../shared/contract/failures.ts';
import { ROUTES } from '../../../shared/contract/routes.ts';
import { ENDPOINT_RESPONSES } from '../../shared/contract/rows.ts';
import { type Json, schemasOf, step } from './schemas.ts';

const document: Json & { paths: Record<string, Record<string, { responses: object }>> } = JSON.parse(openApiText());

const read = (file: string) => readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');
const schemaAt = schemasOf(document);

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

const examplesIn = (document: Json): Example[] =>
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

/** Nodes that need a description: named components, responses, and the fields of named schemas. */
const DESCRIBED = /^\/components\/[^/]+\/[^/]+$|\/responses\/[^/]+$|^\/components\/schemas\/[^/]+\/properties\/[^/]+$/;

/** Returns parameters, headers, responses and fields without a description. */
const undescribed = (document: Json): string[] =>
  [...nodesOf(document)]
    .filter(([pointer, node]) => DESCRIBED.test(pointer) && !('$ref' in node) && !('description' in node))
    .map(([pointer]) => pointer);

describe('the document openapi.json', () => {
  it.each(Object.entries(ENDPOINT_RESPONSES))(
    'openapi.json documents every response that the contract names for %s',
    (row, statuses) => {
      const [method = '', path = ''] = row.split(' ');
      const documented = Object.keys(document.paths[path]?.[method.toLowerCase()]?.responses ?? {});
      expect(documented).toEqual(expect.arrayContaining([...statuses.map(String), '429', '500', '504']));
    },
  );

  it('openapi.json lists each status of an endpoint separately', () => {
    const statuses = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).flatMap(({ responses }) => Object.keys(responses)),
    );
    expect(statuses.filter((status) => !/^\d{3}$/.test(status))).toEqual([]);
  });

  it('openapi.json has the same paths and methods as the route table', () => {
    const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(documented.sort()).toEqual(ROUTES.map(({ method, path }) => `${method} ${path}`).sort());
  });

  it.each(CODED_FAILURES)('openapi.json names at least one endpoint that responds with $code', ({ code }) => {
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
    const naming = operations.filter(({ responses }) => JSON.stringify(responses).includes(`"${code}"`));
    expect(naming).not.toEqual([]);
  });

  it('no field of a body in openapi.json has a default', () => {
    expect(read('openapi.json').split('"schemas"')[1]).not.toContain('"default":');
  });

  it('openapi.json describes every named component, response and field of a named schema', () => {
    expect(undescribed(document)).toEqual([]);
  });

  it.each(examplesIn(document))('openapi.json has a valid example at %s', (_where, schema, example) => {
    const validate = schemaAt(schema);
    expect([validate(example), validate.errors]).toEqual([true, null]);
  });
});

const PARTNERS_CHANGES = 'partner-docs/pages/changes.md';

it.each([
  [PARTNERS_CHANGES, 'API', JSON.parse(openApiText()).info.version],
  [PARTNERS_CHANGES, 'TypeScript client', JSON.parse(read('clients/typescript/package.json')).version],
  [PARTNERS_CHANGES, 'Receiver kit', JSON.parse(read('clients/receiver/package.json')).version],
  [PARTNERS_CHANGES, 'Sandbox', JSON.parse(read('clients/sandbox/package.json')).version],
  ['CHANGELOG.md', 'Voice platform client', JSON.parse(read('clients/voice-platform/package.json')).version],
])('the page of changes in %s has the current version of the part "%s"', (file, part, version) => {
  const [, section = ''] = read(file).split(`\n## ${part}\n`);
  expect(section.split('\n## ')[0]).toContain(`\n### ${version} (`);
});
