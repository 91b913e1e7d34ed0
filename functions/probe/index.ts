import { randomUUID } from 'node:crypto';
import { createTelemetry, observed } from '../../shared/telemetry/telemetry.ts';
import { createHandler } from './handler.ts';

const telemetry = createTelemetry();

export const handler = observed(telemetry, createHandler({ ...telemetry, send: fetch, newId: randomUUID }));
