import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { testsByNeed } from '../support/unit-tests.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

describe('a test', () => {
  let root: string;
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'unit-tests-'));
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  const plant = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  const isUnit = (test: string, text: string) => {
    plant(test, text);
    return testsByNeed(root).unit.includes(test);
  };

  it('is a unit test when it imports only code that runs in its own process', () => {
    plant('shared/domain/rule.ts', "import { createHash } from 'node:crypto';\n");
    expect(isUnit('test/shared/domain/rule.test.ts', "import { rule } from '../../../shared/domain/rule.ts';\n")).toBe(
      true,
    );
  });

  it('is a unit test when it imports only a type from a module that starts a process', () => {
    expect(isUnit('test/types.test.ts', "import type { ChildProcess } from 'node:child_process';\n")).toBe(true);
  });

  it.each([
    ['starts a process', "import { spawn } from 'node:child_process';\n"],
    ['synthesizes a stack', "import { Template } from 'aws-cdk-lib/assertions';\n"],
    ['imports esbuild on demand', "const { build } = await import('esbuild');\n"],
    [
      'imports node:http in a statement of several lines',
      "import {\n  createServer,\n  request,\n} from 'node:http';\n",
    ],
    ['re-exports undici', "export { Agent } from 'undici';\n"],
  ])('is not a unit test when it %s', (_, text) => {
    expect(isUnit('test/more.test.ts', text)).toBe(false);
  });

  it('is not a unit test when a file that it imports uses a table of the DynamoDB engine', () => {
    plant('test/support/table/table.ts', 'export const table = 1;\n');
    plant('test/support/world.ts', "import './table/table.ts';\n");
    expect(isUnit('test/shared/store/rows.test.ts', "import { world } from '../../support/world.ts';\n")).toBe(false);
  });

  it('is not a unit test when it is a proof, because proofs compute for a long time', () => {
    expect(isUnit('test/proof/simulation.test.ts', '')).toBe(false);
  });
});

describe('the tests in this repository', () => {
  const { unit, parts } = testsByNeed(ROOT);

  it('are unit tests if they are in test/shared/domain', () => {
    expect(unit).toEqual(
      expect.arrayContaining(['test/shared/domain/agents/persona.test.ts', 'test/shared/contract/paging.test.ts']),
    );
    expect(parts.filter((test) => test.startsWith('test/shared/domain/'))).toEqual([]);
  });

  it('are not unit tests if they need a table', () => {
    expect(parts).toContain('test/shared/store/deliveries/deliveries.test.ts');
  });
});
