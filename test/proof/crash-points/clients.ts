import { isDeepStrictEqual } from 'node:util';
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { Problem } from '../../../tooling/command-line/problem.ts';
import { exchange } from '../../support/functions/endpoint-call.ts';
import { doneIn, type QueueMessage, queueEvent } from '../lambda-events.ts';
import { invoke } from './invoke.ts';
import type { Outside } from './outside.ts';
import type { World } from './world.ts';

type Handler = Parameters<typeof exchange>[0];
type Request = NonNullable<Parameters<typeof exchange>[1]>;
export type ApiResponse = Awaited<ReturnType<typeof exchange>>;

/** The results of an action that was retried until its result was definite. */
export interface Told<T> {
  /** The definite result. */
  readonly last: T;
  /** Every result, even those that the caller never received. */
  readonly all: readonly T[];
  readonly tries: number;
}

/** How often an action is tried at most. The faults of one run cannot make so many tries necessary. */
const MOST_TRIES = 6;
const PAUSE_MS = 2_000;

/** Retries the action until a result is definite. */
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
  throw new Error(`No result is definite: ${JSON.stringify(all)}`);
}

/** Acts like a partner's program: sends the same request until a response tells whether the request took effect. */
export const request = (
  world: World,
  handler: (outside: Outside) => Handler,
  about: Request,
): Promise<Told<ApiResponse>> => repeated(world, (outside) => exchange(handler(outside), about), isDefinite);

const isDefinite = ({ status, body }: ApiResponse) =>
  (status < 500 && body['code'] !== 'IDEMPOTENCY_IN_PROGRESS') || body['code'] === 'CARRIER_RELEASE_FAILED';

/**
 * Like `request`, for requests that change nothing unless they succeed (L16). After any failure but 500, every item
 * must be unchanged. After a 500, the result is unknown. Nothing else may change the table meanwhile.
 */
export const wholeRequest = (world: World, handler: (outside: Outside) => Handler, about: Request) =>
  repeated(
    world,
    async (outside) => {
      const before = world.table.items();
      const response = await exchange(handler(outside), about);
      const isRejection = response.status >= 400 && response.status !== 500;
      if (isRejection && world.abandoned.length === 0 && !isDeepStrictEqual(world.table.items(), before)) {
        world.problems.push(`rejected with ${response.text}, but the table has changed`);
      }
      return response;
    },
    isDefinite,
  );

/** Acts like an operator or the voice platform: retries after a fault, but not after a `Problem`. */
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

/**
 * Acts like the mapping of a queue: delivers again each message that the function has not handled. Without a response,
 * it has handled none.
 */
export const messages = <M extends QueueMessage>(
  world: World,
  given: readonly M[],
  handle: (outside: Outside) => (event: SQSEvent) => Promise<SQSBatchResponse>,
): Promise<Told<SQSBatchResponse>> => {
  let left = given;
  let receives = 0;
  return repeated(
    world,
    (outside) => {
      receives += 1;
      return handle(outside)(
        queueEvent(
          ARN,
          left.map((message) => ({ ...message, receives })),
        ),
      );
    },
    (response) => {
      const done = doneIn(left, response);
      left = left.filter((message) => !done.includes(message));
      return left.length === 0;
    },
  );
};

const ARN = 'arn:aws:sqs:eu-west-1:000000000000:queue';

/** Runs the function once, in a world without faults. */
export async function done<T>(world: World, run: (outside: Outside) => Promise<T>): Promise<T> {
  const ended = await invoke(world, run);
  if (ended.kind === 'response') return ended.value;
  throw ended.kind === 'failed' ? ended.error : new Error('Nothing fails here');
}
