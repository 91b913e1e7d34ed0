import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Engine, startDynamoDbLocal, startDynoxide } from './table/engine.ts';

declare global {
  var testEngine: Engine | undefined;
  var testRunFolder: string | undefined;
}

/**
 * Starts the engine that all tests of a run share, on which each test creates its own table. Also creates a folder for
 * what is made once per run by the first test that needs it: synthesized stages, built functions and packages.
 */
export default async function startParts(): Promise<void> {
  globalThis.testEngine =
    process.env['TEST_ENGINE'] === 'dynamodb-local' ? await startDynamoDbLocal() : await startDynoxide();
  process.env['TEST_DYNAMODB_ENDPOINT'] = globalThis.testEngine.endpoint;
  globalThis.testRunFolder = mkdtempSync(join(tmpdir(), 'test-run-'));
  process.env['TEST_RUN_FOLDER'] = globalThis.testRunFolder;
}
