import type { Timing } from '../../../../shared/domain/deliveries/lease.ts';
import { keys } from '../../../../shared/store/table/keys.ts';
import { type MemoryTable, memoryTable } from '../../memory-table/memory-table.ts';
import type { Change } from '../../memory-table/rows.ts';
import { type Item, storedItem } from '../../memory-table/values.ts';
import type { Execute } from '../aws/faulty-table.ts';
import type { Nature } from '../nature/environment.ts';
import type { Side } from '../rollout.ts';
import { START_MS } from '../setting.ts';
import { healthWatch } from './health.ts';
import type { Ledger } from './ledger.ts';
import { type StoredRow, storedRow } from './row-changes.ts';
import { rowWatch } from './rows.ts';
import { secretWatch } from './secrets.ts';

interface Deps {
  readonly nature: Nature;
  readonly ledger: Ledger;
  readonly timing: Timing;
  readonly items: readonly Item[];
  /** Replaces a command, for runs that show that a condition is needed. */
  readonly instead?: ((command: unknown) => unknown) | undefined;
  readonly isMixed: boolean;
  readonly onChange: (change: Change) => void;
}

/** A table whose every change is checked immediately. */
export function watchedTable({
  nature,
  ledger,
  timing,
  items,
  instead = (command) => command,
  isMixed,
  onChange,
}: Deps) {
  const { timeline, note } = nature;
  const table: MemoryTable = memoryTable({ items: items.map(storedItem) });
  // The types of the SDK know a command only together with its response.
  const send: Execute = (command) => Reflect.apply(table.db.send, table.db, [command]);
  const watch = rowWatch({ ledger, timing, nowMs: timeline.nowMs, isMixed });
  const rows = new Map<string, StoredRow>();
  const writers = new Map<string, Set<Side>>();
  const attempts = new Map<string, number>();
  const hooks = new Map<string, { readonly url: unknown; readonly sinceMs: number }[]>();
  const itemAt = (PK: unknown, SK: unknown) => table.items().find((item) => item['PK'] === PK && item['SK'] === SK);
  const partnerOf = (callId: string) => rows.get(keys.delivery(callId).PK)?.partnerId ?? '';
  const secrets = secretWatch({ ledger, nowMs: timeline.nowMs, itemAt, items });
  const health = healthWatch({
    ledger,
    claimsOf: (PK) =>
      [...rows.values()]
        .filter(({ partnerId }) => keys.health(partnerId).PK === PK)
        .flatMap(({ callId }) => ledger.of(callId)),
  });
  let looked = 0;
  let lastSettledMs = 0;

  function look(by: string, side: Side): void {
    for (; looked < table.changes.length; looked += 1) {
      const change = table.changes[looked];
      if (!change) return;
      const { PK, SK } = change.key;
      if (SK === 'DELIVERY') lookAtRow(String(PK), itemAt(PK, SK), by, side);
      if (SK === 'HEALTH') health.look(String(PK), itemAt(PK, SK));
      if (SK === 'WEBHOOK') lookAtHook(String(PK), itemAt(PK, SK));
      secrets.look(String(PK), SK);
      onChange(change);
    }
  }

  function lookAtRow(PK: string, item: unknown, by: string, side: Side): void {
    const before = rows.get(PK);
    const after = item === undefined ? undefined : storedRow.parse(item);
    const told = watch(before, after, by);
    note(`row ${after?.callId}: ${told}`);
    if (!after) return;
    if (before?.status === 'pending' && after.status !== 'pending') lastSettledMs = timeline.nowMs();
    rows.set(PK, after);
    writers.set(PK, (writers.get(PK) ?? new Set()).add(side));
    attempts.set(`${after.callId} ${after.series}`, after.attempts);
  }

  function lookAtHook(PK: string, item: Readonly<Record<string, unknown>> | undefined): void {
    hooks.set(PK, [...(hooks.get(PK) ?? []), { url: item?.['url'], sinceMs: timeline.nowMs() }]);
  }

  for (const item of items)
    if (item['SK'] === 'WEBHOOK') hooks.set(String(item['PK']), [{ url: item['url'], sinceMs: START_MS }]);

  const executeAs =
    (who: string, side: Side): Execute =>
    (command) => {
      const response = send(instead(command));
      look(who, side);
      return response;
    };

  return {
    table,
    /** Executes commands of a version on behalf of a function, an operator or a partner. */
    executeAs,
    items: table.items,
    /** The number of deliveries whose rows both versions wrote. */
    sharedRows: () => [...writers.values()].filter(({ size }) => size > 1).length,
    lastSettledMs: () => lastSettledMs,
    rows: (): StoredRow[] => [...rows.values()],
    row: (callId: string): StoredRow | undefined => rows.get(keys.delivery(callId).PK),
    recordedAttempts: (callId: string, series: number): number => attempts.get(`${callId} ${series}`) ?? 0,
    secrets,
    health,
    signersOf: (callId: string, sinceMs: number) => secrets.inForceSince(partnerOf(callId), sinceMs),
    wasInForce(callId: string, url: string, sinceMs: number): boolean {
      const history = hooks.get(keys.webhook(partnerOf(callId)).PK) ?? [];
      return history.some(
        (hook, index) => hook.url === url && (history[index + 1]?.sinceMs ?? Number.POSITIVE_INFINITY) >= sinceMs,
      );
    },
  };
}
