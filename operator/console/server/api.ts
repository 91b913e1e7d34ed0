import * as z from 'zod/mini';
import { isLongCommand } from '../protocol/jobs.ts';
import { apiPath, REJECTED, UNAVAILABLE } from '../protocol/paths-and-names.ts';
import {
  type About,
  type CommandResponse,
  type Confirmation,
  type Effect,
  type Options,
  ROUTES,
  type RouteName,
  routesFor,
} from '../protocol/routes.ts';
import { isSafeToPaste } from '../protocol/shell-word.ts';
import { jobRoutes } from './job-routes.ts';
import { type ApiRequest, type ApiResponse, failureResponse, rejectionResponse, successResponse } from './responses.ts';
import type { Commands, Explain, Explanation } from './run-commands.ts';
import { KEPT_SHARE, sharedReads } from './shared-reads.ts';

interface Settings {
  readonly isWritable: boolean;
  readonly commands: () => Promise<Commands>;
  /** Turns an error of a command, or of connecting to the service, into a sentence. */
  readonly explain: Explain;
  readonly onFault: (fault: unknown) => void;
  /** The folder that contains `docs/runbook.md`. Default: the folder of the project. */
  readonly root?: string | undefined;
}

const someOptions = z.catch(z.record(z.string(), z.unknown()), {});
const safe = z.optional(z.string().check(z.refine(isSafeToPaste)));
const runbookOptions = z.object({
  heading: z.optional(z.string()),
  alarm: z.optional(z.string()),
  partner: safe,
  line: safe,
  call: safe,
});

/** Only a command that reads runs on a GET, so that a followed link has no other effect. */
const METHODS = { read: 'GET', look: 'POST', write: 'POST' } as const satisfies Record<Effect, string>;
const STATUS = { wrong: 400, rejected: REJECTED } as const;

const effectOf = (name: RouteName): Effect => ROUTES[name].effect;

const SECOND_MS = 1_000;

/** Responds to the requests that the console's pages send. */
export function consoleApi({ isWritable, commands, explain, onFault, root }: Settings) {
  const reads = sharedReads<CommandResponse<unknown>>();
  const jobs = isWritable ? jobRoutes({ commands, explain: explained, onChange: reads.forget }) : undefined;
  const nameAt = new Map(routesFor(isWritable).map((name) => [apiPath(name), name]));

  async function repeatedAfterMs(name: RouteName): Promise<number> {
    const isLocal = (await commands()).dataDir !== undefined;
    return (isLocal ? ROUTES[name].localSeconds : ROUTES[name].stackSeconds) * SECOND_MS;
  }

  async function about(): Promise<About> {
    const { service, operator, dataDir, commit = null } = await commands();
    return { service, operator, isLocal: dataDir !== undefined, isWritable, commit };
  }

  async function runbook(given: unknown): Promise<ApiResponse> {
    const { data, success } = runbookOptions.safeParse(given);
    if (!success) return failureResponse(400, 'The heading or an id is invalid.');
    const { heading, ...ids } = data;
    const { service, operator, dataDir } = await commands();
    const { runbookIndex, runbookSection } = await import('./runbook.ts');
    const known = { service, operator, dataDir, ...ids };
    if (heading === undefined) return successResponse(await runbookIndex(known, root));
    const section = await runbookSection(heading, known, root);
    return section ? successResponse(section) : rejectionResponse(REJECTED, `The runbook has no heading ${heading}.`);
  }

  async function runCommand(name: RouteName, options: unknown): Promise<CommandResponse<unknown>> {
    const { run, nowMs } = await commands();
    const { value, always }: (typeof ROUTES)[RouteName] & { readonly always?: Options } = ROUTES[name];
    const wanted = always === undefined ? options : { ...someOptions.parse(options), ...always };
    const { value: whole, next = null, problems = [], warnings = [] } = await run(name, wanted);
    const againMs = await repeatedAfterMs(name);
    return { value: value.parse(whole), next, problems, warnings, nowMs: nowMs(), againMs };
  }

  async function respondTo(name: RouteName, options: unknown): Promise<CommandResponse<unknown>> {
    if (effectOf(name) === 'read') {
      const isLocal = (await commands()).dataDir !== undefined;
      const sharedMs = (await repeatedAfterMs(name)) * (isLocal ? KEPT_SHARE.local : KEPT_SHARE.stack);
      return reads.get(`${name} ${JSON.stringify(options)}`, sharedMs, () => runCommand(name, options));
    }
    try {
      return await runCommand(name, options);
    } finally {
      // A command that failed can still have changed something.
      reads.forget();
    }
  }

  async function confirmation(name: RouteName, options: unknown): Promise<Confirmation> {
    return { harm: (await commands()).fetchConfirmation(name, options) ?? null };
  }

  /** A rejected read can cost as much as a successful read, so pages must not repeat a rejected read more often. */
  async function failed(error: unknown, name: RouteName | undefined): Promise<ApiResponse> {
    const { kind, sentence } = await explained(error);
    const isRejectedRead = kind === 'rejected' && name !== undefined && effectOf(name) === 'read';
    // If connecting to the service failed, the interval is unknown.
    const againMs = isRejectedRead ? await repeatedAfterMs(name).catch(() => undefined) : undefined;
    if (kind === 'unavailable') return failureResponse(UNAVAILABLE, sentence);
    return rejectionResponse(STATUS[kind], sentence, againMs === undefined ? {} : { againMs });
  }

  /** Returns a sentence for an error, and reports the error if it can be a fault of the service. */
  async function explained(error: unknown): Promise<Explanation> {
    const explanation = await explain(error);
    if (explanation.kind === 'unavailable') onFault(error);
    return explanation;
  }

  /** Paths that run no command. */
  const others = new Map([
    [apiPath('about'), async () => successResponse(await about())],
    [apiPath('runbook'), runbook],
  ]);

  async function respond(request: ApiRequest): Promise<ApiResponse> {
    const { method, path, options } = request;
    const ofJobs = await jobs?.respond(request);
    if (ofJobs) return ofJobs;
    const other = others.get(path);
    if (other) return method === 'GET' ? other(options) : failureResponse(405, 'Use GET.');
    const name = nameAt.get(path);
    return name === undefined ? failureResponse(404, 'There is no such route.') : responseOf(name, request);
  }

  async function responseOf(name: RouteName, { method, options, subject }: ApiRequest): Promise<ApiResponse> {
    const effect = effectOf(name);
    if (method === 'GET' && effect === 'write') return successResponse(await confirmation(name, options));
    if (method !== METHODS[effect]) return failureResponse(405, `Use ${METHODS[effect]}.`);
    const isJob = jobs !== undefined && subject !== undefined && isLongCommand(name);
    return successResponse(await (isJob ? jobs.start(name, subject, options) : respondTo(name, options)));
  }

  return (request: ApiRequest): Promise<ApiResponse> =>
    respond(request).catch((error: unknown) => failed(error, nameAt.get(request.path)));
}
