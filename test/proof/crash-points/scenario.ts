import type { Version } from '../../support/functions/version.ts';
import { isSignedAsSent } from '../../support/receivers/signature.ts';
import { AT_REST, BROKEN_BY_EARLIER_RELEASES, broken } from '../invariants.ts';
import { tellingParseFailures } from '../parse-failures.ts';
import { type Call, type Fault, isInvisible } from './faults.ts';
import { look } from './invoke.ts';
import { untilQuiet } from './pipeline.ts';
import { scriptOf } from './script.ts';
import { type World, worldLike } from './world.ts';

export interface About<Facts, Told> {
  readonly name: string;
  /** Creates the state before the action. */
  readonly given: (world: World) => Promise<Facts>;
  /** Acts like a caller, who retries until the result is definite. */
  readonly act: (world: World, facts: Facts) => Promise<Told>;
  /** Returns a sentence for each problem, once everything is quiet. It may send further requests. */
  readonly judge: (world: World, facts: Facts, told: Told) => Promise<readonly string[]>;
}

/** The calls and problems of one run. */
export interface Ran {
  readonly calls: readonly Call[];
  readonly problems: readonly string[];
}

/** Which version creates the state before the action, and which version runs each invocation from then on. */
export interface Shift {
  readonly given: Version;
  /** Returns, for one run, what returns the version of each invocation. */
  readonly after: () => () => Version;
  /** Called when everything is quiet, as `judge` is. */
  readonly inspect: (world: World) => Promise<readonly string[]>;
}

export interface Scenario {
  readonly name: string;
  /** Creates the state from which every run starts. Returns a function that runs from there with the given faults. */
  prepare(shift?: Shift): Promise<(faults: readonly Fault[]) => Promise<Ran>>;
}

export const scenario = <Facts, Told>(about: About<Facts, Told>): Scenario => ({
  name: about.name,
  async prepare(shift) {
    const start = worldLike();
    if (shift) begin(start, shift);
    const facts = await about.given(start);
    look(start);
    if (start.problems.length > 0) throw new Error(`${about.name} cannot begin: ${start.problems.join('\n')}`);
    const undisturbed = await run(about, start, facts, [], shift);
    return async (faults) => {
      const { invocations, requests, ...ran } = await run(about, start, facts, faults, shift);
      const isNoticed = invocations > undisturbed.invocations || requests !== undisturbed.requests;
      if (!faults.every(isInvisible) || !isNoticed) return ran;
      return {
        ...ran,
        problems: [
          ...ran.problems,
          'an invisible fault had an effect: a retry by the caller, or other requests to the receiver',
        ],
      };
    };
  },
});

/** Makes the world run the version before the shift. An earlier version may send only one of the two signatures. */
function begin(world: World, { given }: Shift): void {
  world.version = () => given;
  world.isSigned = isSignedAsSent;
  world.tolerated = BROKEN_BY_EARLIER_RELEASES;
  world.telemetry = tellingParseFailures((what) => world.problems.push(what));
}

function goOnWith(world: World, { after }: Shift): void {
  world.version = after();
  world.telemetry = tellingParseFailures((what) => world.problems.push(what));
}

async function run<Facts, Told>(
  { act, judge }: About<Facts, Told>,
  start: World,
  facts: Facts,
  faults: readonly Fault[],
  shift: Shift | undefined,
) {
  const world = worldLike(start);
  if (shift) goOnWith(world, shift);
  world.script = scriptOf(faults);
  const { calls, gates } = world.script;
  world.script.isOn = true;
  const told = await act(world, facts);
  gates.late.resolve();
  await Promise.all(world.abandoned.map(({ over, heldToTheEnd }) => Promise.race([over, heldToTheEnd])));
  look(world);
  world.script.isOn = false;
  await untilQuiet(world);
  gates.veryLate.resolve();
  await Promise.all(world.abandoned.map(({ over }) => over));
  look(world);
  await untilQuiet(world);
  const wrong = [...(await judge(world, facts, told)), ...((await shift?.inspect(world)) ?? [])];
  gates.over.resolve();
  const problems = [...world.problems, ...broken(AT_REST, world.seen, world.tolerated), ...wrong];
  return {
    calls: [...calls],
    problems: [...new Set(problems)],
    invocations: world.invocations,
    requests: world.received.length,
  };
}

/** Returns the sentence in a list if `isSo`, otherwise an empty list. */
export const wrongIf = (isSo: boolean, sentence: string): string[] => (isSo ? [sentence] : []);
