import * as z from 'zod/mini';
import { JOBS_PATH, type Job, type LongCommand, REMOVE_PATH, RESUME_PATH, STOP_PATH } from '../protocol/jobs.ts';
import { jobList } from './jobs.ts';
import { type ApiRequest, type ApiResponse, failureResponse, successResponse } from './responses.ts';
import type { Commands, Explain, ValueFor } from './run-commands.ts';

const named = z.object({ id: z.string() });

interface Settings {
  readonly commands: () => Promise<Commands>;
  readonly explain: Explain;
  /** Runs at the end of each job, because the job can have changed something. */
  readonly onChange: () => void;
}

/** Starts commands as jobs, and responds to requests that list, stop, resume or remove jobs. */
export function jobRoutes({ commands, explain, onChange }: Settings) {
  const jobs = jobList({ nowMs: Date.now, explain });

  async function start<Name extends LongCommand>(command: Name, subject: string, options: unknown): Promise<Job> {
    const { fetchConfirmation, run } = await commands();
    // Throws if the options are wrong. Without this check, the job would start and fail at once.
    fetchConfirmation(command, options);
    const { isStoppable, sentenceOf } = LONG[command];
    return jobs.start({
      ...{ command, subject, isStoppable, sentenceOf },
      run: (watch) => run(command, options, watch).finally(onChange),
    });
  }

  const changing = (change: (id: string) => void) => async (given: unknown) => {
    const { data } = named.safeParse(given);
    if (data === undefined) return failureResponse(400, 'Name the job.');
    change(data.id);
    return successResponse(jobs.list());
  };

  const posts = new Map([
    [STOP_PATH, changing(jobs.stop)],
    [RESUME_PATH, changing(jobs.resume)],
    [REMOVE_PATH, changing(jobs.remove)],
  ]);

  /** Responds to a request about jobs. Returns undefined for other paths. */
  async function respond({ method, path, options }: ApiRequest): Promise<ApiResponse | undefined> {
    if (path === JOBS_PATH) return method === 'GET' ? successResponse(jobs.list()) : failureResponse(405, 'Use GET.');
    const post = posts.get(path);
    if (post === undefined) return undefined;
    return method === 'POST' ? post(options) : failureResponse(405, 'Use POST.');
  }

  return { start, respond };
}

interface Long<Name extends LongCommand> {
  /** Whether the command can stop between its steps. */
  readonly isStoppable: boolean;
  /** Returns a sentence about what the command has done, from its value. */
  readonly sentenceOf: (value: ValueFor<Name>) => string;
}

const switching: Long<'mapping enable' | 'mapping disable'> = {
  isStoppable: false,
  sentenceOf: ({ name, state }) => `The mapping ${name} is ${state}.`,
};

const stopping: Long<'delivery stop' | 'delivery start'> = {
  isStoppable: false,
  sentenceOf: (states) => `${states.map(({ name, state }) => `${name} is ${state}`).join(', ')}.`,
};

/** What the console must know of the commands that it can run as jobs. */
const LONG: { readonly [Name in LongCommand]: Long<Name> } = {
  'delivery replay': {
    isStoppable: true,
    sentenceOf: ({ matched, replayed }) => `${replayed} of ${matched} deliveries replayed.`,
  },
  'delivery stop': stopping,
  'delivery start': stopping,
  'call delete': {
    isStoppable: true,
    sentenceOf: (value) =>
      'matched' in value ? `${value.deleted} of ${value.matched} calls deleted.` : 'The call is deleted.',
  },
  'partner delete': {
    isStoppable: false,
    sentenceOf: ({ lines, calls }) => `The partner is deleted. Deleted by this run: lines: ${lines}, calls: ${calls}.`,
  },
  'dlq redrive': {
    isStoppable: false,
    sentenceOf: ({ matched, redriven }) =>
      matched === 0 ? 'There was no message to redrive.' : `${redriven} of ${matched} messages redriven.`,
  },
  'mapping enable': switching,
  'mapping disable': switching,
};
