import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Release, release, releaseOf } from './release.ts';
import { replacingProperties } from './replacing-properties.ts';

/** The first release to which a stage can be rolled back, and the previous one. */
export const KEPT = ['first', 'previous'] as const;
export type Kept = (typeof KEPT)[number];

const fileOf = (root: string, kept: Kept) => join(root, `tooling/release/${kept}.json`);

/** Returns the exports, imports, log groups, resources and rights of an earlier release. */
export const readKeptRelease = (root: string, kept: Kept): Release =>
  release.parse(JSON.parse(readFileSync(fileOf(root, kept), 'utf8')));

/** The next releases are compared with the stored release. */
export const writePreviousRelease = (root: string, templates: Parameters<typeof releaseOf>[0]): void =>
  writeFileSync(fileOf(root, 'previous'), `${JSON.stringify(releaseOf(templates, replacingProperties()), null, 2)}\n`);
