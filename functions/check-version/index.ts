import * as z from 'zod/mini';
import { loadConfig } from '../../shared/config/config.ts';
import { createTelemetry, withTelemetry } from '../../shared/telemetry/telemetry.ts';
import { hookReporter, versionInvoker } from './connections.ts';
import { createHandler } from './handler.ts';

const { NEW_VERSIONS } = loadConfig(['NEW_VERSIONS']);
const versions = z.record(z.string(), z.string()).parse(JSON.parse(NEW_VERSIONS));
const telemetry = createTelemetry();

export const handler = withTelemetry(
  telemetry,
  createHandler({ ...telemetry, versions, invoke: versionInvoker(), report: hookReporter() }),
);
