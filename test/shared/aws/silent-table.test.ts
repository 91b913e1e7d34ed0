import { beforeAll, describe, expect, it } from '@jest/globals';
import { FUNCTION_NAMES, type FunctionName } from '../../../lib/rights.ts';
import { startSilentService } from '../../support/aws/silent-service.ts';
import { builtFunctions } from '../../support/functions/built.ts';
import { printedBy } from '../../support/functions/shipped.ts';

/** whoami asks nothing of AWS. */
const NEEDING_THE_TABLE = FUNCTION_NAMES.filter((action) => action !== 'whoami');

/** The tries of each function's requests, when AWS accepts them and never responds. */
const tries = new Map<FunctionName, readonly string[]>();
beforeAll(async () => {
  const { folder } = await builtFunctions();
  const invoked = NEEDING_THE_TABLE.map(async (action) => {
    const service = await startSilentService();
    await printedBy(folder, action, [service.endpoint], 2);
    tries.set(action, service.tries);
    await service.close();
  });
  await Promise.all(invoked);
});

describe('a table that accepts requests and never responds', () => {
  it.each(NEEDING_THE_TABLE)('is asked again by %s, which then ends', (action) => {
    expect(tries.get(action)).toContain('attempt=2; max=2');
  });
});
