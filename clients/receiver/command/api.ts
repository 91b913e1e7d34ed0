import { PartnerLines, PartnerLinesError } from '../../typescript/src/index.ts';
import { RATE_WINDOW_MS } from '../../typescript/src/service-rules.ts';
import { escapeForTerminal } from './escape-for-terminal.ts';
import { type Environment, requireFlag, TEXT } from './flags.ts';
import { Problem, WrongCommandLine } from './problem.ts';

export const API_OPTIONS = { 'base-url': TEXT, 'api-key': TEXT } as const;
export const API_USAGE = `  --base-url URL      base URL that you received with your key, without /v1; default: the environment variable BASE_URL
  --api-key KEY       your API key, with the scope calls; default: the environment variable API_KEY. The shell keeps a
                      flag in its history`;

/** How many times a page of a list is requested, at most. Few, so that a wrong base URL is reported soon. */
const MAX_ATTEMPTS = 3;
/** The longest wait for the rate limit: one window and one second. */
const MAX_WAIT_MS = RATE_WINDOW_MS + 1_000;

export function apiClientFrom(
  flags: { readonly 'base-url'?: string | undefined; readonly 'api-key'?: string | undefined },
  environment: Environment,
  fetch?: typeof globalThis.fetch,
): PartnerLines {
  const baseUrl = requireFlag(
    'base-url',
    flags['base-url'] || environment['BASE_URL'] || undefined,
    'pass it, or set BASE_URL',
  );
  const apiKey = requireFlag(
    'api-key',
    flags['api-key'] || environment['API_KEY'] || undefined,
    'pass it, or set API_KEY',
  );
  try {
    const options = { apiKey, baseUrl, maxAttempts: MAX_ATTEMPTS, maxWaitMs: MAX_WAIT_MS };
    return new PartnerLines(fetch ? { ...options, fetch } : options);
  } catch (error) {
    if (error instanceof TypeError) throw new WrongCommandLine(error.message);
    throw error;
  }
}

/** Turns an error of the typed client into a Problem, whose message the user of the command sees. */
export async function explainApiErrors<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof PartnerLinesError) throw new Problem(`${escapeForTerminal(error.message)}.`);
    throw error;
  }
}
