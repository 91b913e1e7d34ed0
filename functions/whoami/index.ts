import { createTelemetry, withTelemetry } from '../../shared/telemetry/telemetry.ts';
import { createHandler } from './handler.ts';

const telemetry = createTelemetry();

export const handler = withTelemetry(telemetry, createHandler(telemetry));
