import { clock } from '../../shared/config/clock.ts';
import { loadConfig } from '../../shared/config/config.ts';
import { localOverrides } from '../../shared/config/local-overrides.ts';
import { connectWakeUps } from '../../shared/delivery/queue.ts';
import { createLogger } from '../../shared/logger.ts';
import { connectTable } from '../../shared/store/connect.ts';
import { dueDeliveryStore } from '../../shared/store/due-deliveries.ts';
import { laneStore } from '../../shared/store/lanes.ts';
import { createHandler } from './handler.ts';

const { TABLE_NAME, QUEUE_URL, SLOW_QUEUE_URL } = loadConfig(['TABLE_NAME', 'QUEUE_URL', 'SLOW_QUEUE_URL']);
const table = connectTable(TABLE_NAME);

export const handler = createHandler({
  logger: createLogger(),
  deliveries: dueDeliveryStore(table, localOverrides()),
  lanes: laneStore(table),
  wakeUps: connectWakeUps({ main: QUEUE_URL, slow: SLOW_QUEUE_URL }),
  nowMs: clock(),
});
