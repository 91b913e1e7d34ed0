import { expect, it } from '@jest/globals';
import { PARTNERS } from '../../local/demo/partners.ts';
import type { Receivers } from '../../local/demo/receivers.ts';
import { setUpPartners } from '../../local/demo/set-up-partners.ts';
import { connectOperator, type Run, runnerOn } from '../../local/sandbox/operator.ts';
import { running } from '../support/service/world.ts';

/** A start runs more commands than this for its first two partners, so each of these starts is killed. */
const INTERRUPTED_STARTS = 16;
const receivers: Receivers = {
  urlOf: ({ slug }) => `http://127.0.0.1:9/${slug}/calls`,
  close: async () => undefined,
};

it(`the demo has each partner and line once after ${INTERRUPTED_STARTS} starts that were each killed at a different command`, async () => {
  const { baseUrl, dataDir } = running();
  const run = runnerOn(await connectOperator(dataDir, Date.now));
  const said: string[] = [];
  const deps = { baseUrl, receivers, say: (sentence: string) => void said.push(sentence) };
  for (let commands = 2; commands < 2 + INTERRUPTED_STARTS; commands += 1) {
    await expect(setUpPartners({ ...deps, run: killedAfter(commands, run) })).rejects.toThrow('killed');
  }
  const lines = await setUpPartners({ ...deps, run });
  expect(said).toEqual([]);
  expect(lines).toHaveLength(19);

  const names = new Set(PARTNERS.map(({ name }) => name));
  const partners = (await run('partner list', {})).filter(({ name }) => names.has(name));
  expect(partners.map(({ name, contact }) => ({ name, contact }))).toEqual(
    PARTNERS.map(({ name, contact }) => ({ name, contact })),
  );
  for (const [at, { partnerId }] of partners.entries()) {
    const listed = await run('line list', { partner: partnerId });
    const shown = await Promise.all(listed.map(({ tenantId }) => run('line show', { tenant: tenantId })));
    expect(shown.map(({ name, number }) => [name, number])).toEqual(
      PARTNERS[at]?.businesses.map(({ name, number }) => [name, number]),
    );
  }
});

/** Returns a `run` that throws after this many commands. The last command takes effect, but its result is lost. */
function killedAfter(commands: number, run: Run): Run {
  let left = commands;
  return async (...command) => {
    const value = await run(...command);
    left -= 1;
    if (left === 0) throw new Error('killed');
    return value;
  };
}
