import { createHandler } from '../../../functions/record-call/handler.ts';
import { newLineId, newPartnerId } from '../../../shared/domain/ids.ts';
import type { Table } from '../../../shared/store/table/connect.ts';
import { keys } from '../../../shared/store/table/keys.ts';
import { callRecorderOn, putItem, START_MS } from '../../support/functions/deliveries.ts';
import { silent } from '../../support/functions/telemetry.ts';

const call = { callId: 'c-1', summary: 'Asked for a table', callType: 'phone', callerNumber: '+82 10-1234-5678' };

/** Records calls of lines in the table. */
export function recordCallWorld(table: Table) {
  const aLine = async ({ webhook = true, status = 'active' } = {}) => {
    const [tenantId, partnerId] = [newLineId(), newPartnerId()];
    await putItem(table, { ...keys.line(tenantId), tenantId, partnerId, status });
    if (webhook) {
      await putItem(table, { ...keys.webhook(partnerId), url: 'https://p.example/', events: ['call.completed'] });
    }
    return { tenantId, partnerId };
  };
  const recorder = (about: Partial<Parameters<typeof createHandler>[0]> = {}) =>
    createHandler({ ...silent, callRecorder: callRecorderOn(table), nowMs: () => START_MS, ...about });
  const fresh = (about: object = {}) => ({ ...call, callId: `c-${crypto.randomUUID()}`, ...about });
  return {
    aLine,
    recorder,
    fresh,
    /** Records a new call of a new line. */
    recorded: async (line: Parameters<typeof aLine>[0] = {}) => {
      const { tenantId } = await aLine(line);
      const told = fresh();
      await recorder()({ tenantId, call: told });
      return { tenantId, told, callId: told.callId };
    },
  };
}
