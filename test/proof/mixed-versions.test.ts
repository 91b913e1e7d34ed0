import { describe, expect, it } from '@jest/globals';
import type { Item } from '../../shared/store/table/connect.ts';
import { projectDir } from '../../tooling/project-dir.ts';
import { bannerOf, readKeptFunctions } from '../../tooling/release/kept-functions.ts';
import { KEPT, readKeptRelease } from '../../tooling/release/kept-releases.ts';
import { bothVersions } from './both-versions.ts';
import { explore } from './crash-points/explore.ts';
import { HANDLERS } from './crash-points/handlers.ts';
import { planted } from './mixed-versions/planted.ts';
import { shiftsOf } from './mixed-versions/shifts.ts';
import { report, shrunk } from './simulation/runs/shrink.ts';
import { simulate } from './simulation/simulate.ts';

/** `npm run proof` simulates 2,000 beside each release, and lets each external call fail. */
const RUNS = 5;
/** Within this many seeds, a planted mistake must break an invariant. */
const SEEDS = 20;

const scenarios = Object.values(HANDLERS).flat();

describe.each(KEPT)('this version and the %s release on the same table', (kept) => {
  const both = bothVersions(kept);

  it('this version and an earlier release together settle every delivery', async () => {
    let sharedRows = 0;
    for (let seed = 1; seed <= RUNS; seed += 1) {
      const run = await simulate({ seed, versions: both });
      if (run.broken !== undefined) throw new Error(report(await shrunk({ seed, versions: both })));
      sharedRows += run.sharedRows;
    }
    expect(sharedRows).toBeGreaterThan(RUNS);
  });

  it.each(Object.entries(shiftsOf(both)))('this version and an earlier release respond alike %s', async (_, shift) => {
    const explored = [];
    for (const scenario of scenarios) explored.push(await explore(scenario, 0, shift));
    expect(explored.flatMap(({ failures }) => failures).join('\n')).toBe('');
  });

  it('the earlier release in this proof is the release with which the templates are compared', () => {
    const [firstLine] = readKeptFunctions(projectDir(), kept).split('\n');
    expect(firstLine).toBe(bannerOf(readKeptRelease(projectDir(), kept).commit));
  });
});

const both = bothVersions('first');
const isCall = ({ SK }: Item) => String(SK).startsWith('CALL#');
const isDelivery = ({ SK }: Item) => SK === 'DELIVERY';

describe('a change of items that an earlier release cannot handle', () => {
  it.each<[string, (item: Item) => Item, RegExp]>([
    [
      'with a field that the version before cannot read',
      (item) => (isCall(item) ? { ...item, summary: { text: item['summary'] } } : item),
      /^V1: previous version: .*expected string/s,
    ],
    [
      'without a field that the version before requires',
      ({ storedAtMs, ...item }) => (isDelivery(item) ? { ...item, recordedAtMs: storedAtMs } : { ...item, storedAtMs }),
      /^V1: previous version: .*storedAtMs/s,
    ],
    [
      'with a status that the version before does not know',
      (item) => (isDelivery(item) && item['status'] === 'pending' ? { ...item, status: 'queued' } : item),
      /^V1: previous version: .*status/s,
    ],
  ])('the proof of mixed versions fails for items of this version %s', async (_, unreadable, sentence) => {
    let broken: string | undefined;
    for (let seed = 1; seed <= SEEDS && broken === undefined; seed += 1) {
      ({ broken } = await simulate({ seed, versions: planted(both, unreadable) }));
    }
    expect(broken).toMatch(sentence);
  });

  it.each<[string, string, (item: Item) => Item, RegExp]>([
    [
      'that the version before cannot change after a rollback',
      'update-agent',
      (item) => (item['SK'] === 'AGENT' ? { ...item, persona: { text: item['persona'] } } : item),
      /No result is definite.*500/,
    ],
    [
      'that the version before shows with another value',
      'update-agent',
      (item) => (item['SK'] === 'AGENT' ? { ...item, greeting: 'Goodbye' } : item),
      /get-agent differs between versions/,
    ],
  ])('the proof of mixed versions fails for items of this version %s', async (_, name, unreadable, sentence) => {
    const scenario = scenarios.find((one) => one.name === name);
    const shift = shiftsOf(planted(both, unreadable))['after a rollback'];
    if (!scenario || !shift) throw new Error('There is no such scenario');
    const failed = await explore(scenario, 0, shift).then(
      ({ failures }) => failures.join('\n'),
      (error: unknown) => String(error),
    );
    expect(failed).toMatch(sentence);
  });
});
