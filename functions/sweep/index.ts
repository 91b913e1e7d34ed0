import { clock } from '../../shared/config/clock.ts';
import { loadConfig, queueUrls } from '../../shared/config/config.ts';
import { localOverrides } from '../../shared/config/local-overrides.ts';
import { connectNotices } from '../../shared/delivery/notices.ts';
import { connectWakeUps } from '../../shared/delivery/wake-ups/queue.ts';
import { deliveryStore } from '../../shared/store/deliveries/deliveries.ts';
import { dueDeliveryStore } from '../../shared/store/deliveries/due-deliveries.ts';
import { laneStore } from '../../shared/store/deliveries/lanes.ts';
import { healthStore } from '../../shared/store/partners/health.ts';
import { listPartners } from '../../shared/store/partners/partners.ts';
import { connectTable } from '../../shared/store/table/connect.ts';
import { createTelemetry, withTelemetry } from '../../shared/telemetry/telemetry.ts';
import { createHandler } from './handler.ts';

const { TABLE_NAME, NOTICES_TOPIC_ARN } = loadConfig(['TABLE_NAME', 'NOTICES_TOPIC_ARN']);
const table = connectTable(TABLE_NAME);
const overrides = localOverrides();
const telemetry = createTelemetry();

export const handler = withTelemetry(
  telemetry,
  createHandler({
    ...telemetry,
    due: dueDeliveryStore(table, overrides),
    deliveries: deliveryStore(table, overrides),
    lanes: laneStore(table),
    wakeUps: connectWakeUps(queueUrls()),
    partners: (onUnreadable) => listPartners(table, onUnreadable),
    health: healthStore(table),
    notices: connectNotices(NOTICES_TOPIC_ARN),
    nowMs: clock(),
  }),
);
