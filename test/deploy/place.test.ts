import { describe, expect, it } from '@jest/globals';
import { findPlace, refuseOtherPlace } from '../../bin/deploy/place.ts';
import { stageSettings } from '../../lib/stages.ts';

const answering = (StackId: string) => ({ send: async () => ({ Stacks: [{ StackId }] }) });
const failing = (name: string, message = '') => ({
  send: () => Promise.reject(Object.assign(new Error(message), { name })),
});
const PLACE = { account: '123456789012', region: 'eu-west-1' };

describe('the place that credentials lead to', () => {
  it('is read from the stack that cdk bootstrap made there', async () => {
    const id = 'arn:aws:cloudformation:eu-west-1:123456789012:stack/CDKToolkit/0a1b';
    expect(await findPlace(answering(id))).toEqual(PLACE);
  });

  it.each([
    ['CredentialsProviderError', 'Could not load credentials from any providers', 'No AWS credentials were found'],
    ['Error', 'Region is missing', 'No AWS region is set'],
    ['ExpiredToken', 'The security token included in the request is expired', 'sign in again'],
    ['AccessDenied', 'User is not authorized', 'may not deploy here'],
    ['ValidationError', 'Stack with id CDKToolkit does not exist', 'run `npx cdk bootstrap` once'],
    ['TimeoutError', 'socket hang up', 'AWS cannot be asked: TimeoutError, socket hang up.'],
  ])('cannot be found after %s (%s), and one sentence says what to do', async (name, message, sentence) => {
    await expect(findPlace(failing(name, message))).rejects.toThrow(sentence);
  });

  it('must be the one that the settings name, if they name one', () => {
    const prod = stageSettings('prod');
    expect(() => refuseOtherPlace(prod, PLACE)).not.toThrow();
    expect(() => refuseOtherPlace({ ...prod, env: PLACE }, PLACE)).not.toThrow();
    expect(() => refuseOtherPlace({ ...prod, env: { ...PLACE, account: '210987654321' } }, PLACE)).toThrow(
      'Stage prod lives in account 210987654321 in eu-west-1 (lib/stages.ts); your credentials lead to 123456789012 in eu-west-1.',
    );
  });
});
