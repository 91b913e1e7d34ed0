import * as z from 'zod/mini';
import { chunksOf } from '../../shared/domain/chunks.ts';
import { CALL_ID_CHARACTERS, callIdSchema } from '../../shared/domain/ids.ts';
import { KEYS_PER_REQUEST } from '../../shared/store/table/batch-get.ts';
import type { Table } from '../../shared/store/table/connect.ts';
import { Problem } from '../../tooling/command-line/problem.ts';
import { fromJson } from '../../tooling/from-json.ts';
import { mapInParallel } from '../map-in-parallel.ts';
import { findSkipReasonsAndExpiries } from '../records/delivery-queries.ts';
import { callStateOf } from './call-view.ts';

const ids = z.array(callIdSchema());

/**
 * Returns the call ids in a text: a JSON array, or one id per line. Throws a Problem for any other text, and for an
 * invalid id.
 */
export function parseCallIds(text: string): string[] {
  const listed = text.trimStart().startsWith('[') ? fromJson(text) : linesOf(text);
  const { data, error } = ids.safeParse(listed);
  if (data) return [...new Set(data)];
  const index = error.issues[0]?.path[0];
  throw new Problem(
    typeof index === 'number'
      ? `Entry ${index + 1} of the file is not a call id: an id has 1 to ${CALL_ID_CHARACTERS} visible ASCII characters and no space.`
      : 'The file is neither a JSON array of call ids nor a list with one id per line.',
  );
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

const PAGES_AT_A_TIME = 4;

/** `missing` has the ids of calls that were never recorded. */
export async function reconcile(table: Table, callIds: readonly string[], nowMs: number) {
  const counts = { stored: 0, deleted: 0, expired: 0 };
  const pages = await mapInParallel(chunksOf(callIds, KEYS_PER_REQUEST), PAGES_AT_A_TIME, async (page) => {
    const remainsOf = await findSkipReasonsAndExpiries(table, page);
    return page.filter((callId) => {
      const remains = remainsOf(callId);
      if (remains) counts[callStateOf(remains, nowMs)] += 1;
      return remains === undefined;
    });
  });
  return { checked: callIds.length, ...counts, missing: pages.flat() };
}
