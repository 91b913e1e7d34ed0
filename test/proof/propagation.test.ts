import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { createVoicePlatform } from '../../clients/voice-platform/src/index.ts';
import { simulate } from './propagation/simulate.ts';

/** `npm run proof` simulates 10,000, and a platform of 1,000 lines with an outage of 30 minutes. */
const RUNS = Number(process.env['PROOF_RUNS'] ?? 20);
/** Within this many seeds, a planted fault must break an invariant. */
const SEEDS = 40;

/** Returns what the first seeds break, until one breaks something. */
async function firstBroken(create: typeof createVoicePlatform): Promise<string> {
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const [broken] = (await simulate({ seed, create, outageMinutes: 3 })).broken;
    if (broken !== undefined) return broken;
  }
  return 'nothing';
}

describe('the simulation of a voice platform that looks up lines', () => {
  it('a new call gets settings over 60 s old only if the service does not respond', async () => {
    const total = { calls: 0, changes: 0, killed: 0 };
    for (let seed = 1; seed <= RUNS; seed += 1) {
      const ran = await simulate({ seed, create: createVoicePlatform, outageMinutes: 3 });
      expect({ seed, broken: ran.broken }).toEqual({ seed, broken: [] });
      for (const name of ['calls', 'changes', 'killed'] as const) total[name] += ran[name];
    }
    // A kind of event that never occurs would prove nothing.
    expect(Object.entries(total).filter(([, count]) => count === 0)).toEqual([]);
  });

  it("the voice platform's client has fresh copies of 1,000 lines within 5 s after an outage of 3 minutes", async () => {
    const { broken } = await simulate({ seed: 3, create: createVoicePlatform, lines: 1_000, outageMinutes: 3 });
    expect(broken).toEqual([]);
  });

  it('the simulation of a voice platform gives the same result for the same seed', async () => {
    const run = () => simulate({ seed: 7, create: createVoicePlatform, outageMinutes: 3 });
    expect(await run()).toEqual(await run());
  });
});

it.each([
  [
    'uses copies beyond maxAgeSeconds',
    { 'response.maxAgeSeconds;': '86_400 + 0 * response.maxAgeSeconds;', 'copy.response.maxAgeSeconds': '86_400' },
    /was over 60 s old/,
  ],
  [
    'does not retry after an error',
    { 'recovery.begin(line);\n': '\n', 'catch(() => recovery.begin(line))': 'catch(() => undefined)' },
    /is not fresh 5 s after the outage/,
  ],
  [
    'uses no copy while the service does not respond',
    { 'response.staleIfErrorSeconds : 0': '0 : 0' },
    /got no settings, although they are known/,
  ],
  [
    'takes a notice of failure for a response',
    {
      'throw error;\n    }\n  }\n\n  function keep':
        'return { refused: { message: String(error) } };\n    }\n  }\n\n  function keep',
    },
    /got no settings/,
  ],
])('the simulation of propagation finds a client that %s', async (_, changes, broken) => {
  expect(await firstBroken(await mutatedClient('line-copies.ts', changes))).toMatch(broken);
});

const SOURCES = join(import.meta.dirname, '../../clients/voice-platform/src');

/** Returns the client with texts of one of its modules replaced. Throws if the module lacks such a text. */
async function mutatedClient(
  module: string,
  changes: Readonly<Record<string, string>>,
): Promise<typeof createVoicePlatform> {
  const folder = mkdtempSync(join(tmpdir(), 'mutated-client-'));
  cpSync(SOURCES, folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const file = join(folder, module);
  let text = readFileSync(file, 'utf8');
  for (const [from, to] of Object.entries(changes)) {
    if (!text.includes(from)) throw new Error(`${module} has no ${from}`);
    text = text.replaceAll(from, to);
  }
  writeFileSync(file, text);
  try {
    return (await import(join(folder, 'index.ts'))).createVoicePlatform;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
