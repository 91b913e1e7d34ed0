import { createRequire } from 'node:module';
import { compileFunction } from 'node:vm';
import * as z from 'zod';
import { projectDir } from '../../tooling/project-dir.ts';
import { readKeptFunctions } from '../../tooling/release/kept-functions.ts';
import type { Kept } from '../../tooling/release/kept-releases.ts';
import { type Version, version } from '../support/functions/version.ts';
import type { BothVersions } from './simulation/rollout.ts';

const fn = <Name extends keyof Version>(_name: Name) =>
  z.custom<Version[Name]>((value) => typeof value === 'function').exactOptional();

const bundled = z.object({
  version: z.object({
    endpoint: fn('endpoint'),
    authorizer: fn('authorizer'),
    recordCall: fn('recordCall'),
    intake: fn('intake'),
    relay: fn('relay'),
    deliver: fn('deliver'),
    sweep: fn('sweep'),
  } satisfies Record<keyof Version, unknown>),
});

export const bothVersions = (kept: Kept): BothVersions => ({ this: version, previous: keptVersion(kept) });

/** Loads the functions of an earlier release. A function that it lacked is this version's. */
function keptVersion(kept: Kept): Version {
  const module = { exports: {} };
  const run = compileFunction(readKeptFunctions(projectDir(), kept), ['module', 'exports', 'require']);
  run(module, module.exports, createRequire(import.meta.url));
  const { version: functions } = bundled.parse(module.exports);
  return { ...version, ...functions };
}
