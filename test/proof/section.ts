import type { Mechanism } from './at-scale/world/without.ts';

/** The options of the command line for a proof. */
export interface Wanted {
  readonly runs: number;
  /** Runs this seed only. The simulation of the pipeline then prints the run line by line. */
  readonly seed?: number | undefined;
  /** The size of the day in the proof at scale. */
  readonly partners?: number | undefined;
  readonly hours?: number | undefined;
  /** For the proof at scale: which scenarios, by a part of their names, and what the pipeline lacks. */
  readonly scenario?: string | undefined;
  readonly without?: readonly Mechanism[] | undefined;
  readonly say: (text: string) => void;
}

/** One kind of proof. It prints its progress and returns its result. */
export interface Section {
  readonly name: string;
  readonly prove: (wanted: Wanted) => Promise<Proof>;
}

export interface Proof {
  readonly isHeld: boolean;
  /** The lines of the summary: each has a label and a value. */
  readonly summary: readonly (readonly [what: string, howMuch: string | number])[];
}

interface Ran {
  readonly seed: number;
  readonly broken: readonly string[];
}

/** More reports rarely add information. */
const MOST_REPORTS = 3;

/** Simulates seed after seed and then `more`, or the wanted seed only. Returns the sums of all counts. */
export async function provenBySeeds<Name extends string>(
  { runs, seed, say }: Wanted,
  simulate: (seed: number) => Promise<Ran & Readonly<Record<NoInfer<Name>, number>>>,
  labels: Readonly<Record<Name, string>>,
  more: readonly (() => ReturnType<typeof simulate>)[] = [],
): Promise<Proof> {
  const beganMs = performance.now();
  const sums = new Map<string, number>();
  const broken: Ran[] = [];
  const [from, count] = seed === undefined ? [1, runs] : [seed, 1];
  const seeds = Array.from({ length: count }, (_, nth) => () => simulate(from + nth));
  for (const [index, run] of [...seeds, ...(seed === undefined ? more : [])].entries()) {
    const ran = await run();
    for (const [name, label] of namesIn(labels)) sums.set(label, (sums.get(label) ?? 0) + ran[name]);
    if (ran.broken.length > 0) broken.push(ran);
    if ((index + 1) % 1_000 === 0) say(`${index + 1} runs`);
  }
  for (const ran of broken.slice(0, MOST_REPORTS)) say(`seed ${ran.seed}: ${ran.broken.slice(0, 5).join('\n  ')}`);
  return {
    isHeld: broken.length === 0,
    summary: [
      ['runs', seed === undefined ? count + more.length : count],
      ...sums,
      ['runs that broke something', broken.length],
      ['seconds', ((performance.now() - beganMs) / 1000).toFixed(1)],
    ],
  };
}

const namesIn = <Name extends string>(labels: Readonly<Record<Name, string>>) =>
  Object.entries(labels) as [Name, string][];
