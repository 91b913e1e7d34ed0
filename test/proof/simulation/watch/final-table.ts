import { MAX_ATTEMPTS } from '../../../../shared/domain/deliveries/retry-policy.ts';
import { type CallItem, callItem } from '../../../../shared/store/calls/item.ts';
import type { Item } from '../../memory-table/values.ts';
import type { Ledger } from './ledger.ts';
import { type StoredRow, storedRow } from './row-changes.ts';

/** Checks the whole table at the end of a run, for the rules that cannot be checked at each change. */
export function checkTable(items: readonly Item[], recorded: ReadonlySet<string>, ledger: Ledger): void {
  const rows = items.filter(({ SK }) => SK === 'DELIVERY').map((item) => storedRow.parse(item));
  const calls = items.filter(({ SK }) => String(SK).startsWith('CALL#')).map((item) => callItem.parse(item));
  checkPairs(rows, calls, recorded, ledger);
  for (const row of rows) checkLog(row, ledger);
  for (const [series, count] of ledger.wireRequests())
    ledger.demand('D3', count <= MAX_ATTEMPTS, `${series} led to ${count} requests`);
}

/** Checks that a call and its delivery exist together, except for the tombstone of a deleted call. */
function checkPairs(
  rows: readonly StoredRow[],
  calls: readonly CallItem[],
  recorded: ReadonlySet<string>,
  ledger: Ledger,
) {
  const nameOf = ({ tenantId, storedAtMs, callId }: CallItem | StoredRow) => `${tenantId} ${storedAtMs} ${callId}`;
  const rowNames = new Set(rows.map(nameOf));
  const callNames = new Set(calls.map(nameOf));
  const rowIds = new Set(rows.map(({ callId }) => callId));
  for (const callId of recorded) ledger.demand('D1', rowIds.has(callId), `${callId} was recorded and has no delivery`);
  for (const call of calls)
    ledger.demand('D1', rowNames.has(nameOf(call)), `${call.callId} is stored without a delivery`);
  for (const row of rows)
    ledger.demand(
      'D1',
      callNames.has(nameOf(row)) !== (row.skipReason === 'deleted'),
      `${row.callId} and its call do not match`,
    );
}

function checkLog({ callId, log }: StoredRow, ledger: Ledger): void {
  for (const [series, entries] of Map.groupBy(log, (entry) => entry.series ?? 1)) {
    const claims = ledger.of(callId).filter((claim) => claim.series === series).length;
    ledger.demand('attempts log', entries.length <= claims, `of ${callId} has more entries than attempts`);
  }
}
