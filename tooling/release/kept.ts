import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Release, release, releaseOf } from './release.ts';
import { replacingProperties } from './replacing-properties.ts';

/** Earlier releases with which this one is compared: the first that can be rolled back to, and the one before this. */
export const KEPT = ['first', 'previous'] as const;
export type Kept = (typeof KEPT)[number];

const fileOf = (root: string, kept: Kept) => join(root, `tooling/release/${kept}.json`);

/** Returns what an earlier release exports, imports, names and may do. */
export const keptRelease = (root: string, kept: Kept): Release =>
  release.parse(JSON.parse(readFileSync(fileOf(root, kept), 'utf8')));

/** Makes both templates of a stage the release before the following ones. */
export const writePreviousRelease = (root: string, templates: Parameters<typeof releaseOf>[0]): void =>
  writeFileSync(fileOf(root, 'previous'), `${JSON.stringify(releaseOf(templates, replacingProperties()), null, 2)}\n`);
