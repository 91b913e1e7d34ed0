import { allKeysOf, type Comparison, type Difference, type Json, jsonObjectOrEmpty, shortText } from './difference.ts';
import { type Caller, compareOperations, compareValue } from './operations.ts';

/**
 * Returns every difference between two OpenAPI documents that could affect a partner's program, and whether the
 * difference breaks a program that worked before. A difference without a rule counts as breaking, except in wording and extensions.
 */
export function differences(before: Json, after: Json): Difference[] {
  const comparison: Comparison = { before, after, found: [], seen: new Set() };
  for (const key of allKeysOf(before, after)) {
    const [old, now] = [before[key], after[key]];
    if (key === 'paths') compareMethods(comparison, jsonObjectOrEmpty(old), jsonObjectOrEmpty(now), 'client');
    else if (key === 'webhooks') compareMethods(comparison, jsonObjectOrEmpty(old), jsonObjectOrEmpty(now), 'service');
    else if (key === 'components') compareSecuritySchemes(comparison, jsonObjectOrEmpty(old), jsonObjectOrEmpty(now));
    else if (key === 'info') compareInfo(comparison, jsonObjectOrEmpty(old), jsonObjectOrEmpty(now));
    else if (key === 'x-error-catalogue') compareCatalogues(comparison, jsonObjectOrEmpty(old), jsonObjectOrEmpty(now));
    else compareValue(comparison, 'document', key, old, now);
  }
  return comparison.found;
}

function compareMethods(comparison: Comparison, before: Json, after: Json, caller: Caller): void {
  for (const path of allKeysOf(before, after)) {
    const [old, now] = [jsonObjectOrEmpty(before[path]), jsonObjectOrEmpty(after[path])];
    for (const method of allKeysOf(old, now)) {
      const where = caller === 'client' ? `${method.toUpperCase()} ${path}` : `event ${path}`;
      compareMethod(comparison, { where, method, caller }, old[method], now[method]);
    }
  }
}

function compareMethod(
  comparison: Comparison,
  { where, method, caller }: { readonly where: string; readonly method: string; readonly caller: Caller },
  before: unknown,
  after: unknown,
): void {
  if (!METHODS.has(method)) compareValue(comparison, where, method, before, after);
  else if (after === undefined) comparison.found.push({ where, what: 'removed', breaks: true });
  else if (before === undefined) comparison.found.push({ where, what: 'added', breaks: false });
  else compareOperations(comparison, where, jsonObjectOrEmpty(before), jsonObjectOrEmpty(after), caller);
}

const METHODS = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query']);

/** Compares the security schemes. All other components are compared where they are used. */
function compareSecuritySchemes(comparison: Comparison, before: Json, after: Json): void {
  const [old, now] = [jsonObjectOrEmpty(before['securitySchemes']), jsonObjectOrEmpty(after['securitySchemes'])];
  for (const name of allKeysOf(old, now)) {
    const [scheme, newScheme] = [jsonObjectOrEmpty(old[name]), jsonObjectOrEmpty(now[name])];
    for (const key of allKeysOf(scheme, newScheme)) {
      const words = key === 'bearerFormat' ? 'description' : key;
      compareValue(comparison, `authentication ${name}`, words, scheme[key], newScheme[key]);
    }
  }
}

/**
 * Compares the information about the API as a whole. No program depends on this information, so no difference breaks a
 * program.
 */
function compareInfo({ found }: Comparison, before: Json, after: Json): void {
  for (const key of allKeysOf(before, after)) {
    if (JSON.stringify(before[key]) !== JSON.stringify(after[key])) {
      found.push({ where: 'document', what: `info ${key} changed`, breaks: false });
    }
  }
}

/** Compares the explanations of errors. `compareResponses` compares which endpoint returns which error. */
function compareCatalogues({ found }: Comparison, before: Json, after: Json): void {
  for (const part of allKeysOf(before, after)) {
    const [old, now] = [jsonObjectOrEmpty(before[part]), jsonObjectOrEmpty(after[part])];
    for (const code of allKeysOf(old, now)) {
      const [entry, newEntry] = [jsonObjectOrEmpty(old[code]), jsonObjectOrEmpty(now[code])];
      for (const key of allKeysOf(entry, newEntry).filter((one) => entry[one] !== newEntry[one])) {
        const what = `${key}: ${shortText(entry[key])} → ${shortText(newEntry[key])}`;
        found.push({ where: `catalogue of errors, ${code}`, what, breaks: false });
      }
    }
  }
}
