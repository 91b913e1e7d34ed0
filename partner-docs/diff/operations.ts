import { isDeepStrictEqual } from 'node:util';
import {
  allKeysOf,
  type Comparison,
  type Direction,
  type Json,
  jsonObjectOrEmpty,
  listOrEmpty,
  resolveReference,
  shortText,
} from './difference.ts';
import { compareSchemas } from './schemas.ts';

/** Who sends the request: a client to the API, or the service to a webhook. */
export type Caller = 'client' | 'service';

const WORDS = new Set([
  'description',
  'summary',
  'tags',
  'externalDocs',
  'deprecated',
  'operationId',
  'openapi',
  'example',
  'examples',
]);

/** Compares one method of one path, or one event. */
export function compareOperations(
  comparison: Comparison,
  where: string,
  before: Json,
  after: Json,
  caller: Caller,
): void {
  const asked: Direction = caller === 'client' ? 'sent' : 'received';
  const parts: Readonly<Record<string, (old: unknown, now: unknown) => void>> = {
    parameters: (old, now) =>
      compareNamedParts(comparison, where, byName(comparison.before, old), byName(comparison.after, now), asked),
    requestBody: (old, now) =>
      compareNamedParts(comparison, where, { 'request body': old }, { 'request body': now }, asked),
    responses: (old, now) =>
      compareResponses(comparison, where, jsonObjectOrEmpty(old), jsonObjectOrEmpty(now), caller),
    'x-scope': (old, now) => compareScope(comparison, where, old, now),
  };
  for (const key of allKeysOf(before, after)) {
    const part = parts[key];
    if (part) part(before[key], after[key]);
    else compareValue(comparison, where, key, before[key], after[key]);
  }
}

/** Compares a value that has no rule of its own. A difference counts as breaking, except in wording and extensions. */
export function compareValue({ found }: Comparison, where: string, key: string, old: unknown, now: unknown): void {
  if (isDeepStrictEqual(old, now)) return;
  const breaks = !WORDS.has(key) && !key.startsWith('x-');
  found.push({ where, what: `${key}: ${shortText(old)} → ${shortText(now)}`, breaks });
}

function compareScope({ found }: Comparison, where: string, old: unknown, now: unknown): void {
  if (old !== now)
    found.push({ where, what: `scope: ${shortText(old)} → ${shortText(now)}`, breaks: now !== undefined });
}

const byName = (document: Json, parameters: unknown): Json =>
  Object.fromEntries(
    listOrEmpty(parameters).map((parameter) => {
      const found = resolveReference(document, parameter);
      return [`${found['in']} ${String(found['name']).toLowerCase()}`, found];
    }),
  );

/** Compares parts of one kind, such as parameters or headers. Parts with the same name belong together. */
function compareNamedParts(
  comparison: Comparison,
  where: string,
  before: Json,
  after: Json,
  direction: Direction,
): void {
  for (const name of allKeysOf(before, after)) {
    const place = `${where}, ${name}`;
    const [old, now] = [
      resolveReference(comparison.before, before[name]),
      resolveReference(comparison.after, after[name]),
    ];
    if (before[name] === undefined) {
      const breaks = direction === 'sent' && now['required'] === true;
      comparison.found.push({ where: place, what: breaks ? 'added, required' : 'added', breaks });
    } else if (after[name] === undefined) comparison.found.push({ where: place, what: 'removed', breaks: true });
    else compareNamedPart(comparison, place, old, now, direction);
  }
}

function compareNamedPart(
  comparison: Comparison,
  where: string,
  before: Json,
  after: Json,
  direction: Direction,
): void {
  for (const key of allKeysOf(before, after)) {
    const [old, now] = [before[key], after[key]];
    if (key === 'schema') compareSchemas(comparison, where, old, now, direction);
    else if (key === 'content')
      compareContent(comparison, where, jsonObjectOrEmpty(old), jsonObjectOrEmpty(now), direction);
    else if (key === 'required') compareRequired(comparison, where, old === true, now === true, direction);
    else if (key === 'headers')
      compareNamedParts(comparison, where, jsonObjectOrEmpty(old), jsonObjectOrEmpty(now), direction);
    else if (key !== 'name' || String(old).toLowerCase() !== String(now).toLowerCase()) {
      compareValue(comparison, where, key, old, now);
    }
  }
}

function compareRequired({ found }: Comparison, where: string, old: boolean, now: boolean, direction: Direction): void {
  if (old === now) return;
  const breaks = direction === 'sent' ? now : old;
  found.push({ where, what: now ? 'now required' : 'no longer required', breaks });
}

function compareContent(comparison: Comparison, where: string, before: Json, after: Json, direction: Direction): void {
  for (const type of allKeysOf(before, after)) {
    if (!(type in after)) comparison.found.push({ where, what: `${type} removed`, breaks: true });
    else if (!(type in before)) comparison.found.push({ where, what: `${type} added`, breaks: direction !== 'sent' });
    else
      compareNamedPart(comparison, where, jsonObjectOrEmpty(before[type]), jsonObjectOrEmpty(after[type]), direction);
  }
}

/** A client handles a new failure by its class (4xx, 5xx), but cannot handle a new kind of success. */
function compareResponses(comparison: Comparison, where: string, before: Json, after: Json, caller: Caller): void {
  for (const status of allKeysOf(before, after)) {
    const place = `${where}, ${status}`;
    const isSuccess = status.startsWith('2');
    const byClient = caller === 'service';
    if (!(status in after)) comparison.found.push({ where: place, what: 'removed', breaks: isSuccess || byClient });
    else if (!(status in before))
      comparison.found.push({ where: place, what: 'added', breaks: isSuccess && !byClient });
    else {
      const direction = byClient ? 'sent' : isSuccess ? 'received' : 'failure';
      compareNamedParts(comparison, where, { [status]: before[status] }, { [status]: after[status] }, direction);
    }
  }
}
