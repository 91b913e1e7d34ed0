import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as z from 'zod';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const CRUISER = join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');

const config = z.object({ forbidden: z.array(z.object({ name: z.string() })) });
const RULES = config
  .parse(createRequire(import.meta.url)('../../.dependency-cruiser.cjs'))
  .forbidden.map(({ name }) => name);

/** For each rule, a file and an import in that file that the rule forbids. */
const FORBIDDEN: Readonly<Record<string, readonly [from: string, to: string]>> = {
  ...beyond('shared/contract', 'shared/domain/target.ts'),
  ...beyond('shared/names', 'shared/contract/target.ts'),
  ...beyond('shared/config', 'shared/domain/target.ts'),
  ...beyond('shared/aws', 'shared/domain/target.ts'),
  ...beyond('shared/domain', 'shared/store/target.ts'),
  ...beyond('shared/telemetry', 'shared/http/target.ts'),
  ...beyond('shared/store', 'shared/http/target.ts'),
  ...beyond('shared/secrets', 'shared/store/target.ts'),
  ...beyond('shared/delivery', 'shared/store/target.ts'),
  ...beyond('shared/http', 'shared/store/target.ts'),
  ...beyond('shared/entry', 'shared/http/target.ts'),
  ...beyond('functions', 'emulator/target.ts'),
  ...beyond('lib', 'shared/store/target.ts'),
  ...beyond('clients', 'shared/domain/target.ts'),
  ...beyond('tooling', 'operator/target.ts'),
  ...beyond('capacity', 'test/target.ts'),
  ...beyond('partner-docs', 'emulator/target.ts'),
  ...beyond('webhook-tools', 'operator/target.ts'),
  ...beyond('sandbox', 'webhook-tools/target.ts'),
  ...beyond('console/protocol', 'shared/store/target.ts'),
  ...beyond('console/server', 'operator/target.ts'),
  ...beyond('console/browser', 'shared/store/target.ts'),
  ...beyond('operator', 'emulator/target.ts'),
  ...beyond('emulator', 'operator/target.ts'),
  ...beyond('bin', 'test/target.ts'),
  ...beyond('test', 'bin/target.ts'),
  ...upwards('http', 'data-dir/target.ts'),
  ...upwards('data-dir', 'http/target.ts'),
  ...upwards('cloudformation', 'cloudwatch/monitoring.ts'),
  ...upwards('kms', 'cloudformation/template.ts'),
  ...upwards('sns', 'data-dir/target.ts'),
  ...upwards('sqs', 'data-dir/target.ts'),
  ...upwards('dynamodb', 'engines/engines.ts'),
  ...upwards('engines', 'target.ts'),
  ...upwards('lambda', 'event-sources/mappings.ts'),
  ...upwards('event-sources', 'api-gateway/gateway.ts'),
  ...upwards('api-gateway', 'reporting/reporter.ts'),
  ...upwards('cloudwatch', 'reporting/reporter.ts'),
  ...upwards('watch', 'reporting/reporter.ts'),
  ...upwards('reporting', 'dynamodb/expiry.ts'),
  ...pastTheEntry('cloudformation'),
  ...pastTheEntry('sqs'),
  ...pastTheEntry('dynamodb'),
  ...pastTheEntry('engines'),
  ...pastTheEntry('lambda'),
  ...pastTheEntry('event-sources'),
  ...pastTheEntry('api-gateway'),
  ...pastTheEntry('cloudwatch'),
  ...pastTheEntry('watch'),
  ...pastTheEntry('reporting'),
  'no cycles': ['shared/domain/one.ts', 'shared/domain/other.ts'],
  'one function knows no other': ['functions/one/planted.ts', 'functions/two/target.ts'],
  'handlers build nothing real': ['functions/one/handler.ts', 'node_modules/@aws-sdk/target/index.js'],
  'the rules use no SDK': ['shared/domain/sdk.ts', 'node_modules/@aws-sdk/target/index.js'],
  'nothing imports an entry of a function': ['shared/http/entry.ts', 'functions/two/index.ts'],
  'every import resolves': ['shared/domain/lost.ts', 'shared/domain/nowhere.ts'],
};

function beyond(folder: string, to: string) {
  return { [`${folder} imports only what it may`]: [`${folder}/beyond.ts`, to] } as const;
}
function upwards(room: string, to: string) {
  return {
    [`emulator/${room} imports only what it stands on`]: [`emulator/${room}/upwards.ts`, `emulator/${to}`],
  } as const;
}
function pastTheEntry(room: string) {
  return {
    [`emulator/${room} is imported only at its entries`]: [`emulator/past-${room}.ts`, `emulator/${room}/target.ts`],
  } as const;
}

/** One import of each kind that the rules allow. */
const ALLOWED = [
  ['shared/domain/fine.ts', 'shared/contract/target.ts'],
  ['functions/two/handler.ts', 'shared/store/target.ts'],
  ['emulator/lambda/fine.ts', 'emulator/http/target.ts'],
  ['emulator/fine.ts', 'emulator/lambda/host.ts'],
  ['test/fine.ts', 'emulator/lambda/target.ts'],
] as const;

const cruised = z.object({
  summary: z.object({
    violations: z.array(z.object({ from: z.string(), to: z.string(), rule: z.object({ name: z.string() }) })),
  }),
});

describe('the import rules', () => {
  let tree: string;
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
    tree = mkdtempSync(join(tmpdir(), 'boundaries-'));
    for (const file of ['.dependency-cruiser.cjs', 'tsconfig.json']) cpSync(join(ROOT, file), join(tree, file));
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
  afterAll(() => rmSync(tree, { recursive: true, force: true }));

  it.each(RULES)('report an import that breaks the rule: %s', (rule) => {
    expect(reported).toContainEqual({ rule, from: FORBIDDEN[rule]?.[0] });
  });

  it('report no import that they allow', () => {
    const planted = new Set([...Object.values(FORBIDDEN).map(([from]) => from), 'shared/domain/other.ts']);
    expect(reported.filter(({ from }) => !planted.has(from))).toEqual([]);
  });
});
