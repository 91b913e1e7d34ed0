import { isDeepStrictEqual } from 'node:util';
import { Problem } from '../../../tooling/command-line/problem.ts';
import { exchange } from '../../support/functions/endpoint-call.ts';
import { invoke } from './invoke.ts';
import type { Outside } from './outside.ts';
import type { World } from './world.ts';

type Handler = Parameters<typeof exchange>[0];
type Request = NonNullable<Parameters<typeof exchange>[1]>;
export type ApiResponse = Awaited<ReturnType<typeof exchange>>;

/** What came of something that was done until it was certain. */
export interface Told<T> {
  /** What is certain. */
  readonly last: T;
  /** Everything that was said, even where nobody was there any more to hear it. */
  readonly all: readonly T[];
  readonly tries: number;
}

/** Far more than the faults of a run can cost. */
const MOST_TRIES = 6;
const PAUSE_MS = 2_000;

/** Does it again as long as nobody knows what became of it. */
async function repeated<T>(
  world: World,
  run: (outside: Outside) => Promise<T>,
  isCertain: (value: T) => boolean,
): Promise<Told<T>> {
  const all: T[] = [];
  for (let tries = 1; tries <= MOST_TRIES; tries += 1) {
    const ended = await invoke(world, async (outside) => {
      const value = await run(outside);
      all.push(value);
      return value;
    });
    if (ended.kind === 'response' && isCertain(ended.value)) return { last: ended.value, all, tries };
    world.nowMs += PAUSE_MS;
  }
  throw new Error(`It is never certain: ${JSON.stringify(all)}`);
}

/** A partner's program: the same request again until its answer says what became of it. */
export const request = (
  world: World,
  handler: (outside: Outside) => Handler,
  about: Request,
): Promise<Told<ApiResponse>> => repeated(world, (outside) => exchange(handler(outside), about), isDefinite);

const isDefinite = ({ status, body }: ApiResponse) =>
  (status < 500 && body['code'] !== 'IDEMPOTENCY_IN_PROGRESS') || body['code'] === 'CARRIER_RELEASE_FAILED';

/**
 * The same for requests that change nothing unless they succeed: L16. An answer of ours that is no success (500 says that
 * nobody knows) leaves every item as it was. Nobody else may be at work meanwhile.
 */
export const wholeRequest = (world: World, handler: (outside: Outside) => Handler, about: Request) =>
  repeated(
    world,
    async (outside) => {
      const before = world.table.items();
      const response = await exchange(handler(outside), about);
      const isRejection = response.status >= 400 && response.status !== 500;
      if (isRejection && world.abandoned.length === 0 && !isDeepStrictEqual(world.table.items(), before)) {
        world.problems.push(`refused with ${response.text}, but the table has changed`);
      }
      return response;
    },
    isDefinite,
  );

/** A person at the command line, or the voice platform: again after an error, but not after a refusal. */
export const command = <T>(world: World, run: (outside: Outside) => Promise<T>): Promise<Told<T | Problem>> =>
  repeated(
    world,
    (outside) =>
      run(outside).catch((error: unknown) => {
        if (error instanceof Problem) return error;
        throw error;
      }),
    () => true,
  );

/** Does it once in a world without faults. */
export async function done<T>(world: World, run: (outside: Outside) => Promise<T>): Promise<T> {
  const ended = await invoke(world, run);
  if (ended.kind === 'response') return ended.value;
  throw ended.kind === 'failed' ? ended.error : new Error('Nothing fails here');
}
