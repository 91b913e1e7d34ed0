import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { TOP_FOLDERS } from '../../tooling/folders.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const textOf = (path: string) => readFileSync(join(ROOT, path), 'utf8');

const versions = z.record(z.string(), z.string());
const manifest = z.object({ dependencies: versions, devDependencies: versions, optionalDependencies: versions });

/** The files that rely on something that a dependency does not promise, for one version of it. */
const INSIDES = [
  {
    dependency: 'fauxqs',
    version: '2.4.1',
    file: 'local/aws/sqs/fauxqs.ts',
    recheck:
      'Does fauxqs still write messages one by one, count old ones, keep expired ones and look for due ones by a timer? Run test/local/aws/sqs and test/local/data-dir/damaged-files.test.ts.',
  },
  {
    dependency: 'undici',
    version: '7.30.2',
    file: 'shared/delivery/sending/connection/undici.ts',
    recheck:
      'Is the client still a file of its own? Are the messages for a closed socket the same? Does the parser still take all bytes from `read` of the socket? Does throwing in onRequestStart still keep a request from being sent twice? Run test/shared/delivery.',
  },
  {
    dependency: 'cdk-nag',
    version: '3.0.2',
    file: 'lib/accepted-findings.ts',
    recheck: 'Does cdk-nag still name a wildcard by flattenCfnReference? Run test/lib/app.test.ts.',
  },
  {
    dependency: '@dynoxide/linux-x64',
    version: '1.2.1',
    file: 'local/aws/dynamodb/stream-records.ts',
    recheck:
      'Does the engine still run the queries in test/local/aws/dynamodb/stream-records.test.ts? Does it still number new records on from the newest one?',
  },
];

describe('code that uses the internals of a dependency', () => {
  const { dependencies, devDependencies, optionalDependencies } = manifest.parse(JSON.parse(textOf('package.json')));
  const wanted = { ...dependencies, ...devDependencies, ...optionalDependencies };

  it.each(INSIDES)(
    'the code in $file was written for the installed version of $dependency ($version); after an upgrade, check: $recheck',
    (inside) => {
      expect(wanted[inside.dependency]).toBe(inside.version);
      expect(textOf(inside.file)).toContain(inside.dependency.replace(/^@|\/.*/g, ''));
    },
  );

  it('outside of clients and tests, only the listed files import the internals of a dependency', () => {
    const files = globSync(
      `{${TOP_FOLDERS.filter((folder) => !['clients', 'test'].includes(folder)).join(',')}}/**/*.ts`,
      {
        cwd: ROOT,
      },
    );
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
  ])(
    'an import counts as a use of the internals of a dependency only if the package does not export the path: %s',
    (text, expected) => {
      expect(insidesImportedIn(text)).toEqual(expected);
    },
  );
});

/** Returns every package from which the file imports a path that the package does not export. */
function insidesImportedIn(text: string): string[] {
  const imported = [...text.matchAll(/(?:from|import\(|import) ?'([^'\\]+)'/g)].map(([, specifier = '']) => specifier);
  return imported.flatMap((specifier) => {
    const [, folder, path = specifier] = /^(.*node_modules\/)?(.*)$/.exec(specifier) ?? [];
    const [, name, below] = /^((?:@[^/]+\/)?[^./:@][^/:]*)(\/.+)?$/.exec(path) ?? [];
    if (name === undefined || below === undefined) return [];
    return folder !== undefined || !hasExports(name) ? [name] : [];
  });
}

const hasExports = (name: string) => 'exports' in JSON.parse(textOf(`node_modules/${name}/package.json`));
