import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const textOf = (path: string) => readFileSync(join(ROOT, path), 'utf8');

const versions = z.record(z.string(), z.string());
const manifest = z.object({ dependencies: versions, devDependencies: versions, optionalDependencies: versions });

/** Where we rely on what a dependency does not promise. Each has one file, which was written for one version. */
const INSIDES = [
  {
    dependency: 'fauxqs',
    version: '2.4.1',
    file: 'emulator/sqs/fauxqs.ts',
    recheck:
      'does it still write messages one by one, count old ones and keep expired ones? Then test/emulator/sqs and test/emulator/data-dir/damaged-files.test.ts',
  },
  {
    dependency: 'undici',
    version: '7.30.2',
    file: 'shared/delivery/undici.ts',
    recheck:
      'is the client still a file of its own, are the texts of a closed socket the same, and does throwing in onRequestStart still keep a request from being sent twice? Then test/delivery',
  },
  {
    dependency: 'cdk-nag',
    version: '3.0.2',
    file: 'lib/accept.ts',
    recheck: 'does it still name a wildcard by flattenCfnReference? Then test/lib/app.test.ts',
  },
  {
    dependency: '@dynoxide/linux-x64',
    version: '1.2.1',
    file: 'emulator/dynamodb/stream-records.ts',
    recheck:
      "are the queries in test/emulator/dynamodb/stream-records.test.ts still the engine's own, and is the newest record still what it numbers on from?",
  },
];

describe('The inside of a dependency', () => {
  const { dependencies, devDependencies, optionalDependencies } = manifest.parse(JSON.parse(textOf('package.json')));
  const wanted = { ...dependencies, ...devDependencies, ...optionalDependencies };

  it.each(INSIDES)('is as $file knows it from $dependency $version. On an upgrade look: $recheck', (inside) => {
    expect(wanted[inside.dependency]).toBe(inside.version);
    expect(textOf(inside.file)).toContain(inside.dependency.replace(/^@|\/.*/g, ''));
  });

  it('is imported by one file alone, which is listed here', () => {
    const files = globSync('{shared,functions,lib,tooling,partner-docs,webhook-tools,operator,emulator,bin}/**/*.ts', {
      cwd: ROOT,
    });
    expect(files.length).toBeGreaterThan(100);
    const reaching = files.flatMap((file) =>
      insidesImportedIn(textOf(file)).map((dependency) => `${file}: ${dependency}`),
    );
    const imported = INSIDES.filter(({ dependency }) => dependency !== '@dynoxide/linux-x64');
    expect([...new Set(reaching)].sort()).toEqual(imported.map((one) => `${one.file}: ${one.dependency}`).sort());
  });

  it.each([
    ["import { SqsStore } from '../../node_modules/fauxqs/dist/sqs/sqsStore.js';", ['fauxqs']],
    ["const { parse } = await import('cdk-nag/lib/utils/parse.js');", ['cdk-nag']],
    ["import { Bucket } from 'aws-cdk-lib/aws-s3';\nimport { z } from 'zod';\nimport './own/file.ts';", []],
  ])('is told from what its package exports: %s', (text, expected) => {
    expect(insidesImportedIn(text)).toEqual(expected);
  });
});

/** Packages of which a file imports by path what they do not export, or that export nothing by path at all. */
function insidesImportedIn(text: string): string[] {
  const imported = [...text.matchAll(/(?:from|import\(|import) ?'([^']+)'/g)].map(([, specifier = '']) => specifier);
  return imported.flatMap((specifier) => {
    const [, folder, path = specifier] = /^(.*node_modules\/)?(.*)$/.exec(specifier) ?? [];
    const [, name, below] = /^((?:@[^/]+\/)?[^./:@][^/:]*)(\/.+)?$/.exec(path) ?? [];
    if (name === undefined || below === undefined) return [];
    return folder !== undefined || !hasExports(name) ? [name] : [];
  });
}

const hasExports = (name: string) => 'exports' in JSON.parse(textOf(`node_modules/${name}/package.json`));
