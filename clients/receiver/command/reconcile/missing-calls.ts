import type { Call, PartnerLines } from '../../../typescript/src/index.ts';
import { LARGEST_PAGE } from '../../../typescript/src/service-rules.ts';

interface Period {
  readonly sinceMs: number;
  /** Infinity if the period has no end. */
  readonly untilMs: number;
}

export interface MissingCall extends Pick<Call, 'callId' | 'startedAt'> {
  readonly tenantId: string;
}

/** Returns the calls that the receiver has not seen, newest first per line, and how many were checked. */
export async function findMissingCalls(
  api: PartnerLines,
  tenantIds: readonly string[],
  { sinceMs, untilMs }: Period,
  seen: ReadonlySet<string>,
): Promise<{ readonly missing: readonly MissingCall[]; readonly checked: number }> {
  const missing: MissingCall[] = [];
  let checked = 0;
  for (const tenantId of tenantIds) {
    for await (const { callId, startedAt } of api.listCalls(tenantId, { since: sinceMs, limit: LARGEST_PAGE })) {
      if (startedAt !== null && Date.parse(startedAt) > untilMs) continue;
      checked += 1;
      if (!seen.has(callId)) missing.push({ tenantId, callId, startedAt });
    }
  }
  return { missing, checked };
}

/** Returns the ids of all lines that are not terminated. */
export async function activeLineIds(api: PartnerLines): Promise<readonly string[]> {
  const tenantIds: string[] = [];
  for await (const { tenantId } of api.listLines({ limit: LARGEST_PAGE })) tenantIds.push(tenantId);
  return tenantIds;
}
