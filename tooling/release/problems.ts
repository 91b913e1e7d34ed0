import { isDeepStrictEqual } from 'node:util';
import type { Release } from './release.ts';

/**
 * Returns what a release would break while an earlier release still runs, and after a rollback of only the service
 * stack. Each problem is one sentence with what to do.
 */
export const problemsOfRelease = (earlier: Release, next: Release): string[] => [
  ...problemsOfExports(earlier, next),
  ...problemsOfLogGroups(earlier, next),
  ...problemsOfResources(earlier.resources.stateful, next.resources.stateful, isInUse(earlier)),
  ...problemsOfResources(earlier.resources.service, next.resources.service, () => true),
  ...problemsOfFunctions(earlier, next),
  ...problemsOfStream(earlier, next),
  ...problemsOfRights(earlier, next),
];

/**
 * Returns what a rollback of the service stack alone would break. The stateful stack is that of the live release, or of
 * a later one.
 */
export const problemsOfRollback = (live: Release, target: Release): string[] => [
  ...problemsOfExports(target, live),
  ...problemsOfLogGroups(target, live),
  ...problemsOfStream(target, live),
  ...problemsOfFunctions(live, target),
];

type Kept = Release['resources']['stateful'];

/** CDK deploys the stateful stack first, and CloudFormation rejects a change to an export that is in use. */
function problemsOfExports({ imports, exports }: Release, next: Release): string[] {
  const missing = missingExports(imports, Object.keys(next.exports)).map(
    (name) =>
      `The stateful stack no longer exports ${name}, which an earlier release imports: export it in lib/stateful-stack.ts, and remove it when no release in tooling/release imports it.`,
  );
  const changed = imports
    .filter((name) => name in next.exports && !isDeepStrictEqual(exports[name], next.exports[name]))
    .map(
      (name) =>
        `The export ${name} gets another value while an earlier release imports it: first release a service stack that does not import it.`,
    );
  const own = missingExports(next.imports, Object.keys(next.exports)).map(
    (name) =>
      `The service stack imports ${name}, which the stateful stack does not export: export it in lib/stateful-stack.ts.`,
  );
  return [...missing, ...changed, ...own];
}

export const missingExports = (imports: readonly string[], exports: readonly string[]): string[] =>
  imports.filter((name) => !exports.includes(name));

function problemsOfLogGroups(earlier: Release, { resources }: Release): string[] {
  const there = Object.values(resources.stateful).map(({ fixed }) => fixed['LogGroupName']);
  return earlier.logGroups
    .filter((name) => !there.includes(name))
    .map(
      (name) =>
        `The stateful stack no longer has the log group ${name}, to which an earlier release writes: keep the log group while a release in tooling/release writes to it.`,
    );
}

/** A resource must stay if it is a table or a key, or if the service stack imports it. */
const isInUse =
  ({ imports, exports }: Release) =>
  ({ id, type }: { readonly id: string; readonly type: string }) =>
    ['AWS::DynamoDB::Table', 'AWS::KMS::Key'].includes(type) ||
    imports.some((name) => JSON.stringify(exports[name] ?? '').includes(`"${id}"`));

function problemsOfResources(
  earlier: Kept,
  next: Kept,
  mustStay: (resource: { readonly id: string; readonly type: string }) => boolean,
): string[] {
  return Object.entries(earlier).flatMap(([id, { type, fixed }]) => {
    const now = next[id];
    if (now === undefined || now.type !== type) {
      if (!mustStay({ id, type })) return [];
      return [
        `${id} (${type}) is gone or has another logical id, so CloudFormation would remove it or create an empty one: keep its id.`,
      ];
    }
    if (!mustStay({ id, type })) return [];
    return changedIn(fixed, now.fixed).map(
      (name) =>
        `${id} (${type}) would be replaced, because ${name} cannot change: keep ${name}, or add a second resource and move to it in two releases.`,
    );
  });
}

const changedIn = (before: Readonly<Record<string, unknown>>, now: Readonly<Record<string, unknown>>): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(now)])].filter(
    (name) => !isDeepStrictEqual(before[name], now[name]),
  );

/**
 * Returns a problem if the view type of a stream in use changes. DynamoDB then makes a new stream with another ARN. So
 * the exported stream ARN changes, although the template's text of the export stays the same.
 */
function problemsOfStream(earlier: Release, next: Release): string[] {
  const isImported = earlier.imports.some((name) => JSON.stringify(earlier.exports[name] ?? '').includes('StreamArn'));
  if (!isImported || earlier.streamViewType === next.streamViewType) return [];
  return [
    `The table would get a new stream (${earlier.streamViewType} becomes ${next.streamViewType}) while an earlier release reads the old one: first release a service stack without the relay's mapping and its rights on the stream, then change the stream, then add the mapping and the rights again.`,
  ];
}

function problemsOfFunctions(earlier: Release, next: Release): string[] {
  return Object.entries(earlier.functions).flatMap(([name, id]) => {
    const now = next.functions[name];
    if (now === undefined || now === id) return [];
    return [`The function ${name} would be created again as ${now} and lose its name: keep the logical id ${id}.`];
  });
}

/** A change of rights also applies to the earlier version, which can still have most of the traffic. */
function problemsOfRights(earlier: Release, next: Release): string[] {
  return Object.entries(earlier.rights).flatMap(([holder, { used }]) => {
    const now = next.rights[holder];
    if (now === undefined) return [];
    const stays = new Set([...now.used, ...now.leaving]);
    return used
      .filter((right) => !stays.has(right))
      .map(
        (right) =>
          `${holder} loses the right ${right}, which an earlier release may still use: move it to \`leaving\` of ${holder} in lib/rights.ts, and delete it there when no release in tooling/release uses it.`,
      );
  });
}
