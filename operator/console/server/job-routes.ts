import * as z from 'zod/mini';
import { JOBS_PATH, type Job, LONG_COMMANDS, type LongCommand, REMOVE_PATH, STOP_PATH } from '../protocol/jobs.ts';
import type { Commands, Explain } from './commands.ts';
import { jobList } from './jobs.ts';
import { LONG } from './long-commands.ts';
import { type ApiRequest, type ApiResponse, fails, succeeded } from './responses.ts';

const wanted = z.object({
  command: z.enum(LONG_COMMANDS),
  subject: z.string().check(z.maxLength(200)),
  options: z.looseObject({}),
});
type Wanted = z.infer<typeof wanted>;
const named = z.object({ id: z.string() });

interface Settings {
  readonly commands: () => Promise<Commands>;
  readonly explain: Explain;
  /** Called when a job may have changed something. */
  readonly onChange: () => void;
}

/** Responds to requests that list, start, stop or remove jobs. Returns undefined for other paths. */
export function jobRoutes({ commands, explain, onChange }: Settings) {
  const jobs = jobList({ nowMs: Date.now, explain });

  async function start(given: unknown): Promise<ApiResponse> {
    const { data } = wanted.safeParse(given);
    if (data === undefined) return fails(400, `A job is one of ${LONG_COMMANDS.join(', ')}.`);
    return succeeded(await started(data.command, data));
  }

  async function started<Name extends LongCommand>(command: Name, { subject, options }: Wanted): Promise<Job> {
    const { harmOf, run } = await commands();
    // Wrong options are rejected now, and not as a job that fails at once.
    harmOf(command, options);
    const { isStoppable, sentenceOf } = LONG[command];
    return jobs.start({
      ...{ command, subject, isStoppable, sentenceOf },
      run: (watch) => run(command, options, watch).finally(onChange),
    });
  }

  const changing = (change: (id: string) => void) => async (given: unknown) => {
    const { data } = named.safeParse(given);
    if (data === undefined) return fails(400, 'Name the job.');
    change(data.id);
    return succeeded(jobs.list());
  };

  const posts = new Map([
    [JOBS_PATH, start],
    [STOP_PATH, changing(jobs.stop)],
    [REMOVE_PATH, changing(jobs.remove)],
  ]);

  return async ({ method, path, options }: ApiRequest): Promise<ApiResponse | undefined> => {
    if (path === JOBS_PATH && method === 'GET') return succeeded(jobs.list());
    const post = posts.get(path);
    if (post === undefined) return undefined;
    return method === 'POST' ? post(options) : fails(405, 'Use POST.');
  };
}
