import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Release, release, releaseOf } from './release.ts';
import { replacingProperties } from './replacing-properties.ts';

const FILE = 'tooling/release/previous.json';

/** Returns the release before this one, with which the templates are compared. */
export const previousRelease = (root: string): Release =>
  release.parse(JSON.parse(readFileSync(join(root, FILE), 'utf8')));

/** Makes both templates of a stage the release with which the following ones are compared. */
export const writePreviousRelease = (root: string, templates: Parameters<typeof releaseOf>[0]): void =>
  writeFileSync(join(root, FILE), `${JSON.stringify(releaseOf(templates, replacingProperties()), null, 2)}\n`);
