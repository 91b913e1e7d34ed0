import { LambdaClient } from '@aws-sdk/client-lambda';
import { expect, it } from '@jest/globals';
import { versionInvoker } from '../../functions/check-version/connections.ts';
import { TRIALS } from '../../functions/check-version/trials.ts';
import { clientSettings } from '../../tooling/local-service.ts';
import { running } from '../support/service/world.ts';

it.each([...TRIALS])(
  'the rollout check gets the expected response from the built function %s',
  async (action, { event, isExpected }) => {
    const { lambdaEndpoint, credentials } = running();
    const invoke = versionInvoker(new LambdaClient(clientSettings(lambdaEndpoint, credentials)));
    const invoked = await invoke(`${action}:live`, event);
    expect('response' in invoked && isExpected(invoked.response) ? 'expected' : invoked).toBe('expected');
  },
);
