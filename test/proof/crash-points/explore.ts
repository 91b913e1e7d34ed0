import { mapInParallel } from '../../../operator/map-in-parallel.ts';
import { type Call, type Fault, modesOf } from './faults.ts';
import type { Ran, Scenario, Shift } from './scenario.ts';

export interface Explored {
  readonly name: string;
  /** The number of runs with faults. */
  cases: number;
  /** Each text names the faults of its run, so that the run can be reproduced. */
  readonly failures: string[];
}

/** How many runs of one scenario are under way at the same time. Runs mostly wait for promises. */
const AT_MOST = 20;

/** Lets every call of the scenario fail in every possible way, with up to `mostFaults` faults in a run. */
export async function explore({ name, prepare }: Scenario, mostFaults: number, shift?: Shift): Promise<Explored> {
  const explored: Explored = { name, cases: 0, failures: [] };
  const run = await prepare(shift);

  async function goOn(faults: readonly Fault[]): Promise<void> {
    const ran = await run(faults).catch((error: unknown): Ran => ({ calls: [], problems: [String(error)] }));
    if (faults.length > 0) explored.cases += 1;
    if (ran.problems.length > 0) explored.failures.push(described(name, faults, ran));
    if (faults.length === mostFaults) return;
    const after = faults.at(-1)?.number ?? 0;
    const next = ran.calls.flatMap((call, index) =>
      index < after ? [] : modesOf(call).map((mode): Fault => ({ ...mode, number: index + 1 })),
    );
    await mapInParallel(next, faults.length === 0 ? AT_MOST : 1, (fault) => goOn([...faults, fault]));
  }

  await goOn([]);
  return explored;
}

function described(name: string, faults: readonly Fault[], { calls, problems }: Ran): string {
  const story = faults.map((fault) => `call ${fault.number} (${calledAt(calls, fault)}) ${fault.kind}`).join(', then ');
  return [`${name}: ${story === '' ? 'no fault' : story}`, ...problems.map((problem) => `    ${problem}`)].join('\n');
}

function calledAt(calls: readonly Call[], { number, part, kind }: Fault): string {
  const call = calls[number - 1];
  const on = kind === 'conflict' || kind === 'contended' ? `, item ${part + 1} of ${call?.contended}` : '';
  return call ? `${call.service} ${call.command}${on}` : 'never made';
}
