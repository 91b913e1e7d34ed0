import { intakeFromConfig } from '../../shared/entry/intake.ts';
import { observed } from '../../shared/telemetry/telemetry.ts';
import { createHandler } from './handler.ts';

const intake = intakeFromConfig();

export const handler = observed(intake, createHandler(intake));
