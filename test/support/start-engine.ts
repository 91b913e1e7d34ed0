import { type Engine, startDynamoDbLocal, startDynoxide } from './engine.ts';

declare global {
  var testEngine: Engine | undefined;
}

/** One engine for the whole run; every test makes its own table on it. */
export default async function startEngine(): Promise<void> {
  globalThis.testEngine =
    process.env['TEST_ENGINE'] === 'dynamodb-local' ? await startDynamoDbLocal() : await startDynoxide();
  process.env['TEST_DYNAMODB_ENDPOINT'] = globalThis.testEngine.endpoint;
}
