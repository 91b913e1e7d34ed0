import type { RunbookSection } from '../protocol/formatted-text.ts';
import { apiPath, TOKEN_HEADER } from '../protocol/paths-and-names.ts';
import type {
  CommandResponse,
  Confirmation,
  Failed,
  Options,
  RouteName,
  RouteWith,
  ValueOf,
} from '../protocol/routes.ts';
import { requestProof, storedToken } from './token.ts';

/** Thrown when a request to the console's server fails. The message is a sentence for the person. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  /** The status of the failure; 0 if the server did not respond. */
  readonly status: number;
  /** How long an open page should wait before it repeats the request. Undefined if the server sets no wait. */
  readonly againMs: number | undefined;

  constructor(status: number, sentence: string, againMs?: number) {
    super(sentence);
    this.status = status;
    this.againMs = againMs;
  }
}

export const errorSentence = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Runs a command that changes nothing. */
export const read = <Name extends RouteWith<'read'>>(name: Name, options: Options = {}): Promise<ResponseTo<Name>> =>
  get<ResponseTo<Name>>(`${apiPath(name)}?${optionsIn(options)}`);

/** Runs a command that makes a change or has another effect, such as hiding a queue's messages. */
export const runCommand = <Name extends RouteWith<'look' | 'write'>>(
  name: Name,
  options: Options,
): Promise<ResponseTo<Name>> => post<ResponseTo<Name>>(apiPath(name), options);

/** Returns what the person must confirm before the command runs. Changes nothing. */
export const fetchConfirmation = (name: RouteWith<'write'>, options: Options): Promise<Confirmation> =>
  get<Confirmation>(`${apiPath(name)}?${optionsIn(options)}`);

export const get = <Value>(path: string) => sendRequest<Value>(path);
export const post = <Value>(path: string, body: object) =>
  sendRequest<Value>(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

const optionsIn = (options: Options) => new URLSearchParams({ options: JSON.stringify(options) });

/** Which section of the runbook to read, and which ids to fill in. Without a heading, the list of all headings. */
export interface RunbookWanted {
  readonly heading?: string | undefined;
  readonly alarm?: string | undefined;
  readonly partner?: string | undefined;
  readonly line?: string | undefined;
  readonly call?: string | undefined;
}

export const readRunbook = (wanted: RunbookWanted): Promise<RunbookSection> =>
  get<RunbookSection>(`${apiPath('runbook')}?${optionsIn({ ...wanted })}`);

type ResponseTo<Name extends RouteName> = CommandResponse<ValueOf<Name>>;

async function sendRequest<Value>(path: string, init: RequestInit = {}): Promise<Value> {
  const proof = await requestProof();
  if (proof === 'unproved') throw new RequestError(401, 'This page has no valid token.');
  const headers = { ...init.headers, [TOKEN_HEADER]: storedToken() };
  const response = proof === 'proved' ? await fetch(path, { ...init, headers }).catch(() => undefined) : undefined;
  if (response === undefined) throw new RequestError(0, 'The console does not respond. It may have been stopped.');
  // The server parses the value of each command with the schema from which this type comes.
  const body: Value & Partial<Failed> = await response.json();
  if (!response.ok || body.error !== undefined) {
    const { status = response.status, error = `The console returned ${status}.`, againMs } = body;
    throw new RequestError(status, error, againMs);
  }
  return body;
}
