import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { FOLDERS, patternOfFolder } from '../../tooling/folders.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const CRUISER = join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');

const config = z.object({ forbidden: z.array(z.object({ name: z.string() })) });
const RULES = config
  .parse(createRequire(import.meta.url)('../../.dependency-cruiser.cjs'))
  .forbidden.map(({ name }) => name);

/** For each rule, a file and an import in that file that the rule forbids. */
const FORBIDDEN: Readonly<Record<string, readonly [from: string, to: string]>> = {
  ...Object.fromEntries(Object.keys(FOLDERS).map(beyond)),
  ...upwards('aws/http', 'data-dir/target.ts'),
  ...upwards('data-dir', 'aws/http/target.ts'),
  ...upwards('aws/cloudformation', 'aws/cloudwatch/monitoring.ts'),
  ...upwards('aws/kms', 'aws/cloudformation/template.ts'),
  ...upwards('aws/sns', 'data-dir/target.ts'),
  ...upwards('aws/sqs', 'data-dir/target.ts'),
  ...upwards('aws/dynamodb', 'engines/engines.ts'),
  ...upwards('engines', 'target.ts'),
  ...upwards('aws/lambda', 'aws/event-sources/mappings.ts'),
  ...upwards('aws/event-sources', 'aws/api-gateway/gateway.ts'),
  ...upwards('aws/api-gateway', 'reporting/reporter.ts'),
  ...upwards('aws/cloudwatch', 'reporting/reporter.ts'),
  ...upwards('watch', 'reporting/reporter.ts'),
  ...upwards('reporting', 'aws/dynamodb/expiry.ts'),
  ...Object.fromEntries(
    [
      ...['aws/cloudformation', 'aws/sqs', 'aws/dynamodb', 'aws/lambda', 'aws/event-sources', 'aws/api-gateway'],
      ...['aws/cloudwatch', 'engines', 'watch', 'reporting'],
    ].map(pastTheEntry),
  ),
  'no cycles': ['shared/domain/one.ts', 'shared/domain/other.ts'],
  'one function knows no other': ['functions/one/planted.ts', 'functions/two/target.ts'],
  'handlers build nothing real': ['functions/one/handler.ts', 'node_modules/@aws-sdk/target/index.js'],
  'the rules use no SDK': ['shared/domain/sdk.ts', 'node_modules/@aws-sdk/target/index.js'],
  'nothing imports an entry of a function': ['shared/http/entry.ts', 'functions/two/index.ts'],
  'a unit test needs only its own process': ['test/planted.unit.test.ts', 'test/support/service/service.ts'],
  'every import resolves': ['shared/domain/lost.ts', 'shared/domain/nowhere.ts'],
};

/** The rule of a folder, and an import of the first folder that it must not import. */
function beyond(folder: string) {
  const allowed = new RegExp([folder, ...(FOLDERS[folder]?.imports ?? [])].map(patternOfFolder).join('|'));
  const targets = Object.keys(FOLDERS).map((other) => `${other}/target.ts`);
  const forbidden = targets.find((target) => !allowed.test(target));
  return [`${folder} imports only what it may`, [`${folder}/beyond.ts`, String(forbidden)]] as const;
}
function upwards(room: string, to: string) {
  return {
    [`local/${room} imports only what it stands on`]: [`local/${room}/upwards.ts`, `local/${to}`],
  } as const;
}
function pastTheEntry(room: string) {
  const from = `local/past-${room.replace('/', '-')}.ts`;
  return [`local/${room} is imported only at its entries`, [from, `local/${room}/target.ts`]] as const;
}

/** One import of each kind that the rules allow. */
const ALLOWED = [
  ['shared/domain/fine.ts', 'shared/contract/target.ts'],
  ['functions/two/handler.ts', 'shared/store/target.ts'],
  ['local/aws/lambda/fine.ts', 'local/aws/http/target.ts'],
  ['local/fine.ts', 'local/aws/lambda/host.ts'],
  ['test/fine.ts', 'local/aws/lambda/target.ts'],
  ['test/fine.unit.test.ts', 'shared/contract/target.ts'],
] as const;

const cruised = z.object({
  summary: z.object({
    violations: z.array(z.object({ from: z.string(), to: z.string(), rule: z.object({ name: z.string() }) })),
  }),
});

describe('the rules for imports between folders', () => {
  const tree = temporaryFolder('boundaries-');
  let reported: readonly { readonly rule: string; readonly from: string }[];

  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(tree, path)), { recursive: true });
    writeFileSync(join(tree, path), text);
  };
  const plant = ([from, to]: readonly [string, string]) => {
    const path = relative(dirname(from), to);
    write(from, `import { target } from '${path.startsWith('.') ? path : `./${path}`}';\nexport const use = target;\n`);
  };

  // Every planted import is in one tree, checked in one run, because the tool takes seconds to start.
  beforeAll(() => {
    mkdirSync(join(tree, 'tooling'));
    for (const file of ['.dependency-cruiser.cjs', 'tsconfig.json', 'tooling/folders.ts'])
      cpSync(join(ROOT, file), join(tree, file));
    for (const [, to] of [...Object.values(FORBIDDEN), ...ALLOWED]) write(to, 'export const target = 1;\n');
    rmSync(join(tree, 'shared/domain/nowhere.ts'));
    plant(['shared/domain/other.ts', 'shared/domain/one.ts']);
    for (const pair of [...Object.values(FORBIDDEN), ...ALLOWED]) plant(pair);
    const folders = readdirSync(tree, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const names = folders.map(({ name }) => name).filter((name) => name !== 'node_modules');
    const { stdout } = spawnSync(process.execPath, [CRUISER, ...names, '--output-type', 'json'], {
      ...{ cwd: tree, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
    });
    const { violations } = cruised.parse(JSON.parse(stdout)).summary;
    reported = violations.map(({ from, rule }) => ({ rule: rule.name, from }));
  });

  it.each(RULES)('the import rules report an import that breaks the rule: %s', (rule) => {
    expect(reported).toContainEqual({ rule, from: FORBIDDEN[rule]?.[0] });
  });

  it('the import rules report no permitted import', () => {
    const planted = new Set([...Object.values(FORBIDDEN).map(([from]) => from), 'shared/domain/other.ts']);
    expect(reported.filter(({ from }) => !planted.has(from))).toEqual([]);
  });
});
