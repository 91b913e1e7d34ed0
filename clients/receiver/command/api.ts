import { PartnerLines, PartnerLinesError } from '../../typescript/src/index.ts';
import { type Environment, requireFlag, TEXT } from './flags.ts';
import { printable } from './printable.ts';
import { Problem, WrongCommandLine } from './problem.ts';

/** The flags of the commands that use the API. */
export const API_OPTIONS = { 'base-url': TEXT, 'api-key': TEXT } as const;
export const API_USAGE = `  --base-url URL      base URL that you received with your key, without /v1; default: the environment variable BASE_URL
  --api-key KEY       your API key, with the scope calls; default: the environment variable API_KEY, which, unlike a
                      flag, does not get into the shell's history`;

/** The most requests for one page: few, so that a person with a wrong base URL learns of it within seconds. */
const MAX_ATTEMPTS = 3;
/**
 * The longest wait for the rate limit. A command that reads many pages waits for the next window, which begins within 5
 * minutes.
 */
const MAX_WAIT_MS = 301_000;

interface ApiFlags {
  readonly 'base-url'?: string | undefined;
  readonly 'api-key'?: string | undefined;
}

/** Returns a client for the API. This command contains the typed client, so the client's rules exist only once. */
export function apiClientFrom(
  flags: ApiFlags,
  environment: Environment,
  fetch?: typeof globalThis.fetch,
): PartnerLines {
  const baseUrl = requireFlag('base-url', flags['base-url'] || environment['BASE_URL'] || undefined, 'or set BASE_URL');
  const apiKey = requireFlag('api-key', flags['api-key'] || environment['API_KEY'] || undefined, 'or set API_KEY');
  try {
    const options = { apiKey, baseUrl, maxAttempts: MAX_ATTEMPTS, maxWaitMs: MAX_WAIT_MS };
    return new PartnerLines(fetch ? { ...options, fetch } : options);
  } catch (error) {
    if (error instanceof TypeError) throw new WrongCommandLine(error.message);
    throw error;
  }
}

/** Throws a sentence for the person at the terminal in place of a failure of the API. */
export async function explainApiErrors<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof PartnerLinesError) throw new Problem(`${printable(error.message)}.`);
    throw error;
  }
}
