import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { synthesizeIfChanged } from '../../../local/aws/cloudformation/synthesis.ts';
import { readStacks } from '../../../local/aws/cloudformation/template.ts';
import { trimmedManifest, trimmedTemplate } from '../../../local/sandbox/trimmed-stack.ts';
import { projectDir } from '../../../tooling/project-dir.ts';

describe('the stack in the sandbox package', () => {
  const folder = mkdtempSync(join(tmpdir(), 'trimmed-'));
  let from: string;
  beforeAll(async () => {
    from = await synthesizeIfChanged(projectDir());
    for (const name of readdirSync(from).filter((file) => file.endsWith('.json')))
      cpSync(join(from, name), join(folder, name));
    const change = (name: string, trim: (text: string) => string) =>
      writeFileSync(join(folder, name), trim(readFileSync(join(folder, name), 'utf8')));
    change('manifest.json', trimmedManifest);
    for (const stack of ['service', 'stateful']) change(`partner-lines-dev-${stack}.template.json`, trimmedTemplate);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const stackIn = (cdkOutDir: string) => {
    const read = readStacks(cdkOutDir, 'http://127.0.0.1');
    const functions = read.functions
      .filter(({ name }) => name !== 'probe')
      .map((fn) => ({ ...fn, codeDir: fn.codeDir.replace(cdkOutDir, '') }));
    const schedules = read.schedules.filter(({ logicalId }) => !logicalId.startsWith('Probe'));
    // The tags say who owns and pays.
    const tables = read.tables.map(({ properties: { Tags: _, ...properties }, ...table }) => ({
      ...table,
      properties,
    }));
    return { ...read, functions, schedules, tables, alarms: [] };
  };

  it('the sandbox has the functions, queues and table of the whole stack, except the probe', () => {
    expect(stackIn(folder)).toEqual(stackIn(from));
  });

  it('the service stack in the sandbox package has less than 20 % of the size of the whole service stack', () => {
    const size = (of: string) => statSync(join(of, 'partner-lines-dev-service.template.json')).size;
    expect(size(folder)).toBeLessThan(size(from) / 5);
  });
});
