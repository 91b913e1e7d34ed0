import { expect, it } from '@jest/globals';
import { UsageError } from '../../../../operator/command.ts';
import { explain } from '../../../../operator/console/server/run-commands.ts';

it.each([
  [
    'says that the service does not respond',
    'its connections are refused',
    Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:1'), { code: 'ECONNREFUSED' }),
    { kind: 'unavailable', sentence: 'The service does not respond. It may have been stopped.' },
  ],
  [
    'has the name of the field',
    'an option is wrong',
    new UsageError('--since: must be a time'),
    { kind: 'wrong', sentence: 'From: must be a time' },
  ],
])('the explanation for a page %s if %s', async (_what, _when, error, explanation) => {
  expect(await explain(error)).toEqual(explanation);
});
