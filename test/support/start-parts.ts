import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Engine, startDynamoDbLocal, startDynoxide } from './table/engine.ts';

declare global {
  var testEngine: Engine | undefined;
  var testAssemblies: string | undefined;
}

/**
 * Starts the engine that all tests of a run share, on which each test creates its own table. Also creates a folder for
 * synthesized stages. The first test that needs a stage synthesizes it there (test/lib/synthesized.ts).
 */
export default async function startParts(): Promise<void> {
  globalThis.testEngine =
    process.env['TEST_ENGINE'] === 'dynamodb-local' ? await startDynamoDbLocal() : await startDynoxide();
  process.env['TEST_DYNAMODB_ENDPOINT'] = globalThis.testEngine.endpoint;
  globalThis.testAssemblies = mkdtempSync(join(tmpdir(), 'assemblies-'));
  process.env['TEST_ASSEMBLIES'] = globalThis.testAssemblies;
}
