import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const CRUISER = join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');

describe('import rules', () => {
  let tree: string;
  beforeAll(() => {
    tree = mkdtempSync(join(tmpdir(), 'boundaries-'));
    for (const file of ['.dependency-cruiser.cjs', 'tsconfig.json']) cpSync(join(ROOT, file), join(tree, file));
    plant('shared/domain/fine.ts', 'export const fine = 1;\n');
    plant('functions/fine/handler.ts', 'export const fine = 1;\n');
    plant('clients/fine/index.ts', 'export const fine = 1;\n');
  });
  afterAll(() => rmSync(tree, { recursive: true, force: true }));

  const plant = (path: string, text: string) => {
    mkdirSync(dirname(join(tree, path)), { recursive: true });
    writeFileSync(join(tree, path), text);
  };
  const cruise = () =>
    spawnSync(process.execPath, [CRUISER, 'shared', 'functions', 'clients'], { cwd: tree, encoding: 'utf8' });

  it.each([
    ['domain-is-pure', 'shared/domain/planted.ts', '../store/target.ts'],
    ['store-below-http', 'shared/store/planted.ts', '../http/target.ts'],
    ['one-function-knows-no-other', 'functions/one/handler.ts', '../two/handler.ts'],
    ['clients-stand-alone', 'clients/receiver/planted.ts', '../../shared/domain/target.ts'],
    ['nothing-imports-clients', 'shared/http/planted.ts', '../../clients/receiver/target.ts'],
    ['nothing-imports-an-entry', 'shared/http/planted.ts', '../../functions/two/index.ts'],
  ])('%s refuses a planted import', (rule, from, to) => {
    plant(join(dirname(from), to), 'export const target = 1;\n');
    plant(from, `import { target } from '${to}';\nexport const use = target;\n`);
    const { status, stdout } = cruise();
    rmSync(join(tree, from));
    expect(stdout).toContain(rule);
    expect(status).not.toBe(0);
  });

  it('accepts the tree without the planted imports', () => {
    expect(cruise().status).toBe(0);
  });

  it('sees the modules of the real tree', () => {
    const options = { cwd: ROOT, encoding: 'utf8' } as const;
    const report = execFileSync(process.execPath, [CRUISER, 'shared', 'functions', '--output-type', 'json'], options);
    expect(JSON.parse(report).summary.totalCruised).toBeGreaterThan(20);
  });
});
