import { intakeFromConfig } from '../../shared/entry/intake.ts';
import { withTelemetry } from '../../shared/telemetry/telemetry.ts';
import { createHandler } from './handler.ts';

const intake = intakeFromConfig();

export const handler = withTelemetry(intake, createHandler(intake));
