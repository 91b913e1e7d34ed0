import { createHandler as createLineForCall } from '../../../functions/line-for-call/handler.ts';
import { createHandler as createUpdateAgent } from '../../../functions/update-agent/handler.ts';
import { exchange } from '../../support/functions/endpoint-call.ts';
import { lineWorld } from '../../support/functions/line-world.ts';
import { silent } from '../../support/functions/telemetry.ts';
import { intercepted } from '../../support/table/faulty.ts';
import { memoryTable } from '../memory-table/memory-table.ts';

export type Service = Awaited<ReturnType<typeof startService>>;

/**
 * The functions `line-for-call` and `update-agent` on a table in memory, with lines whose greeting is a counter. So
 * whoever looks up a line sees how many changes its settings have.
 */
export async function startService(lines: number) {
  const stored = memoryTable({ onChange: () => undefined });
  let isTableAway = false;
  const table = intercepted(stored, (command) =>
    isTableAway ? Promise.reject(new Error('The table does not respond')) : stored.db.send(command),
  );
  const { partnerId, line } = await lineWorld(table);
  const tenantIds: string[] = [];
  for (let n = 0; n < lines; n += 1) tenantIds.push(await line({ agent: { greeting: '0' } }));
  const updateAgent = createUpdateAgent({ ...silent, table });
  return {
    tenantIds,
    lookUp: createLineForCall({ ...silent, table }),
    /** Returns whether the change was stored. */
    async change(tenantId: string, count: number): Promise<boolean> {
      const { status } = await exchange(updateAgent, { partnerId, tenantId, body: { greeting: String(count) } });
      return status === 200;
    },
    setTableAway(isAway: boolean): void {
      isTableAway = isAway;
    },
  };
}
