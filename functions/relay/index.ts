import { clock } from '../../shared/config/clock.ts';
import { loadConfig, queueUrls } from '../../shared/config/config.ts';
import { localOverrides } from '../../shared/config/local-overrides.ts';
import { connectWakeUps } from '../../shared/delivery/wake-ups/queue.ts';
import { dueDeliveryStore } from '../../shared/store/deliveries/due-deliveries.ts';
import { laneStore } from '../../shared/store/deliveries/lanes.ts';
import { connectTable } from '../../shared/store/table/connect.ts';
import { createTelemetry, withTelemetry } from '../../shared/telemetry/telemetry.ts';
import { createHandler } from './handler.ts';

const { TABLE_NAME } = loadConfig(['TABLE_NAME']);
const table = connectTable(TABLE_NAME);
const telemetry = createTelemetry();

export const handler = withTelemetry(
  telemetry,
  createHandler({
    ...telemetry,
    deliveries: dueDeliveryStore(table, localOverrides()),
    lanes: laneStore(table),
    wakeUps: connectWakeUps(queueUrls()),
    nowMs: clock(),
  }),
);
