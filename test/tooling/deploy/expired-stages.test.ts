import { afterEach, describe, expect, it } from '@jest/globals';
import { closeFakes } from '../../support/aws/fake-aws.ts';
import { type FakeStack, temporary } from '../../support/aws/fake-stacks.ts';
import { dev, PAST, PLACE, SOON, terminal } from './world.ts';

afterEach(closeFakes);

/** A stage past its date, with changes to one of its stacks. */
const late = (part: 'service' | 'stateful', changes: Partial<FakeStack>) =>
  temporary('pr-3', PAST).map((stack) => (stack.name.endsWith(part) ? { ...stack, ...changes } : stack));
const untagged = { service: 'partner-lines', stage: 'pr-3' };
const expiry = (expiresAt: string) => ({ ...untagged, 'expires-at': expiresAt });
const silent = (stacks: readonly FakeStack[]) => stacks.map((stack) => ({ ...stack, outputs: {} }));

describe('`npm run deploy -- --expired`', () => {
  const stacks = [...dev, ...temporary('pr-1', PAST), ...temporary('pr-2', SOON)];

  it('`npm run deploy -- --expired` removes only expired stages', async () => {
    const { deploy, said, questions, account } = await terminal(stacks);
    expect(await deploy('--expired')).toBe(0);
    expect(said[0]).toBe(
      `pr-1, until ${PAST}: partner-lines-pr-1-service (CREATE_COMPLETE), partner-lines-pr-1-stateful (CREATE_COMPLETE)`,
    );
    expect(questions).toEqual([`Remove this stage with all data from ${PLACE}?`]);
    expect(account.deleted).toEqual(['partner-lines-pr-1-service', 'partner-lines-pr-1-stateful']);
  });

  it('`npm run deploy -- --expired` still removes the other stages if one stage cannot be removed', async () => {
    const [service, ...others] = temporary('pr-0', PAST);
    const stuck = service ? [{ ...service, cannotBeDeleted: 'A bucket is not empty' }, ...others] : [];
    const { deploy, said, account } = await terminal([...stuck, ...stacks]);
    expect(await deploy('--expired', '--yes')).toBe(1);
    expect(account.deleted).toEqual(
      expect.arrayContaining(['partner-lines-pr-1-service', 'partner-lines-pr-1-stateful']),
    );
    expect(said.at(-1)).toContain('could not delete partner-lines-pr-0-service (A bucket is not empty)');
  });

  it('`npm run deploy -- --expired` keeps a stage that is deployed again before the user confirms', async () => {
    const tags: Record<string, string> = expiry(PAST);
    const confirm = async () => {
      tags['expires-at'] = SOON;
      return true;
    };
    const { deploy, said, account } = await terminal(late('service', { tags }), [], { confirm });
    expect(await deploy('--expired')).toBe(0);
    expect([said.at(-1), account.deleted]).toEqual([
      'Stage pr-3 was changed in the meantime, so it is not removed.',
      [],
    ]);
  });

  it.each<[string, FakeStack[]]>([
    ['its stateful stack expires later', late('stateful', { tags: expiry(SOON) })],
    ['its service stack expires later', late('service', { tags: expiry(SOON) })],
    ['its stateful stack has no expiry', late('stateful', { tags: untagged })],
    ['its service stack has no expiry', late('service', { tags: untagged })],
    ['the expiry of a stack is no date', late('stateful', { tags: expiry('never') })],
    ['another service has a stack of its name', late('service', { tags: { ...expiry(PAST), service: 'another' } })],
    ['it is dev with an expiry', temporary('dev', PAST)],
    ['it is staging with an expiry', temporary('staging', PAST)],
    ['it is prod with an expiry, without protection and without outputs', silent(temporary('prod', PAST))],
    ['its name begins with that of another stage', temporary('prod-2', PAST)],
    ['its service stack is being updated', late('service', { status: 'UPDATE_IN_PROGRESS' })],
    ['its stateful stack is being updated', late('stateful', { status: 'UPDATE_IN_PROGRESS' })],
    ['an update is being cleaned up', late('service', { status: 'UPDATE_COMPLETE_CLEANUP_IN_PROGRESS' })],
    ['it is being deleted', late('service', { status: 'DELETE_IN_PROGRESS' })],
    ['no stack says whether the stage keeps its data', silent(temporary('pr-3', PAST))],
    ['a stack says that the stage keeps its data', late('stateful', { outputs: { KeepsData: 'true' } })],
    ['it is unclear whether the stage keeps its data', late('stateful', { outputs: { KeepsData: '' } })],
    ['a stack is protected', late('service', { isProtected: true })],
  ])('`npm run deploy -- --expired` keeps a stage past its date if %s', async (_why, kept) => {
    const { deploy, account } = await terminal([...kept, ...temporary('pr-1', PAST)]);
    expect(await deploy('--expired', '--yes')).toBe(0);
    expect(account.deleted).toEqual(['partner-lines-pr-1-service', 'partner-lines-pr-1-stateful']);
  });

  it.each<[string, FakeStack[], string]>([
    ['its name', temporary('dev', PAST), 'Stage dev has expired, but stays: no temporary stage can have'],
    ['its data', late('service', { isProtected: true }), 'Stage pr-3 has expired, but stays: the stage keeps its data'],
    ['unknown data', silent(temporary('pr-3', PAST)), 'stays: no stack has the output KeepsData.'],
    [
      'a deployment',
      late('service', { status: 'UPDATE_IN_PROGRESS' }),
      'stays: partner-lines-pr-3-service is in UPDATE_IN_PROGRESS.',
    ],
  ])(
    '`npm run deploy -- --expired` says that a stage past its date stays because of %s',
    async (_why, kept, sentence) => {
      const { deploy, said } = await terminal(kept);
      expect(await deploy('--expired', '--yes')).toBe(0);
      expect(said).toEqual([expect.stringContaining(sentence), `There is nothing to remove in ${PLACE}.`]);
    },
  );

  it('`npm run deploy -- --expired` removes a stage if the later expiry of its two stacks has passed', async () => {
    const { deploy, account } = await terminal(late('service', { tags: expiry('2026-11-22T10:00:00Z') }));
    expect(await deploy('--expired', '--yes')).toBe(0);
    expect(account.deleted).toEqual(['partner-lines-pr-3-service', 'partner-lines-pr-3-stateful']);
  });

  it('`npm run deploy -- --expired` removes the stateful stack of a stage whose service stack no longer exists', async () => {
    const { deploy, account } = await terminal(temporary('pr-1', PAST).slice(1));
    expect(await deploy('--expired', '--yes')).toBe(0);
    expect(account.deleted).toEqual(['partner-lines-pr-1-stateful']);
  });

  it('`npm run deploy -- --expired --dry-run` removes nothing', async () => {
    const { deploy, said, account } = await terminal(stacks);
    expect(await deploy('--expired', '--dry-run')).toBe(0);
    expect([said.length, account.deleted]).toEqual([2, []]);
  });

  it('`npm run deploy -- --expired` says that there is nothing to remove if no stage has expired', async () => {
    const { deploy, said } = await terminal([...dev, ...temporary('pr-2', SOON)]);
    expect(await deploy('--expired')).toBe(0);
    expect(said).toEqual([`There is nothing to remove in ${PLACE}.`]);
  });
});
