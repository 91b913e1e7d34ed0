import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Engine, startDynamoDbLocal, startDynoxide } from './table/engine.ts';

declare global {
  var testEngine: Engine | undefined;
  var testAssemblies: string | undefined;
}

/**
 * Starts what all tests of a run share: an engine, on which each test creates its own table, and a folder for the
 * synthesized stages, which the first test that needs one fills (test/lib/synthesized.ts).
 */
export default async function startParts(): Promise<void> {
  globalThis.testEngine =
    process.env['TEST_ENGINE'] === 'dynamodb-local' ? await startDynamoDbLocal() : await startDynoxide();
  process.env['TEST_DYNAMODB_ENDPOINT'] = globalThis.testEngine.endpoint;
  globalThis.testAssemblies = mkdtempSync(join(tmpdir(), 'assemblies-'));
  process.env['TEST_ASSEMBLIES'] = globalThis.testAssemblies;
}
