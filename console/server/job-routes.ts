import * as z from 'zod/mini';
import { JOBS_PATH, LONG_COMMANDS, STOP_PATH } from '../protocol/jobs.ts';
import type { Commands, Explain } from './commands.ts';
import { jobList } from './jobs.ts';
import { LONG } from './long-commands.ts';
import { type ApiRequest, type ApiResponse, fails, succeeded } from './responses.ts';

const wanted = z.object({
  command: z.enum(LONG_COMMANDS),
  subject: z.string().check(z.maxLength(200)),
  options: z.looseObject({}),
});
const stopped = z.object({ id: z.string() });

interface Settings {
  readonly commands: () => Promise<Commands>;
  readonly explain: Explain;
  /** Called when a job may have changed something. */
  readonly onChange: () => void;
}

/** Responds to requests that list, start or stop jobs. Returns undefined for other paths. */
export function jobRoutes({ commands, explain, onChange }: Settings) {
  const jobs = jobList({ nowMs: Date.now, explain });

  async function start(given: unknown): Promise<ApiResponse> {
    const { data } = wanted.safeParse(given);
    if (data === undefined) return fails(400, `A job is one of ${LONG_COMMANDS.join(', ')}.`);
    const { command, subject, options } = data;
    const { harmOf, run } = await commands();
    // Wrong options are rejected now, and not as a job that fails at once.
    harmOf(command, options);
    const job = jobs.start({
      ...{ command, subject, ...LONG[command] },
      run: (watch) => run(command, options, watch).finally(onChange),
    });
    return succeeded(job);
  }

  function stop(given: unknown): ApiResponse {
    const { data } = stopped.safeParse(given);
    if (data === undefined) return fails(400, 'Name the job.');
    jobs.stop(data.id);
    return succeeded(jobs.list());
  }

  return async ({ method, path, options }: ApiRequest): Promise<ApiResponse | undefined> => {
    if (path === JOBS_PATH && method === 'GET') return succeeded(jobs.list());
    if (path !== JOBS_PATH && path !== STOP_PATH) return undefined;
    if (method !== 'POST') return fails(405, 'Use POST.');
    return path === JOBS_PATH ? start(options) : stop(options);
  };
}
