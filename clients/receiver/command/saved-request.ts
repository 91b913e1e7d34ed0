import { mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { escapeForTerminal } from './escape-for-terminal.ts';
import { type Headers, headersToPassOn } from './http/headers.ts';
import { fieldsOf, parseChecked } from './parse-checked.ts';
import { causeOf, Problem } from './problem.ts';
import { writeAtomically } from './write-atomically.ts';

export interface ArrivedRequest {
  readonly receivedAtMs: number;
  /** The headers as Node gives them: names and values alternate. */
  readonly rawHeaders: readonly string[];
  readonly body: Uint8Array;
}

export interface SavedRequest {
  readonly file: string;
  readonly receivedAtMs: number;
  readonly headers: Headers;
  readonly body: Buffer;
}

/** Saves each request in a file that only its owner can read, because the request contains the summary of a call. */
export function requestSaver(folder: string): (request: ArrivedRequest) => Promise<void> {
  let count = 0;
  return async ({ receivedAtMs, rawHeaders, body }) => {
    const receivedAt = new Date(receivedAtMs).toISOString();
    count += 1;
    // The name begins with the time of arrival, so files that are sorted by name are in the order of arrival.
    const name = `${receivedAt.replace(/:/g, '-')}-${String(count).padStart(6, '0')}.json`;
    const content = { receivedAt, rawHeaders, bodyBase64: Buffer.from(body).toString('base64') };
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeAtomically(join(folder, name), `${JSON.stringify(content, null, 2)}\n`);
  };
}

/** Reads one saved request, or all requests in a folder, in the order of their arrival. */
export async function readSavedRequests(path: string): Promise<readonly SavedRequest[]> {
  try {
    if (!(await stat(path)).isDirectory()) return [await readSavedRequest(path)];
    const files = (await readdir(path)).filter((name) => name.endsWith('.json')).sort();
    if (files.length === 0) throw new Problem(`There is no saved request in ${escapeForTerminal(path)}.`);
    return await Promise.all(files.map((name) => readSavedRequest(join(path, name))));
  } catch (error) {
    throw error instanceof Problem ? error : new Problem(`Cannot read ${escapeForTerminal(path)}: ${causeOf(error)}.`);
  }
}

async function readSavedRequest(file: string): Promise<SavedRequest> {
  const content = parseChecked(await readFile(file, 'utf8'), isContent);
  if (content === undefined) {
    throw new Problem(
      `${escapeForTerminal(file)} is not a request that partner-lines-webhooks listen --save has saved.`,
    );
  }
  return {
    file,
    receivedAtMs: Date.parse(content.receivedAt),
    headers: headersToPassOn(content.rawHeaders),
    body: Buffer.from(content.bodyBase64, 'base64'),
  };
}

interface Content {
  readonly receivedAt: string;
  readonly rawHeaders: readonly string[];
  readonly bodyBase64: string;
}

function isContent(value: unknown): value is Content {
  const { receivedAt, rawHeaders, bodyBase64 } = fieldsOf(value);
  return (
    Number.isFinite(Date.parse(String(receivedAt))) &&
    Array.isArray(rawHeaders) &&
    rawHeaders.every((text) => typeof text === 'string') &&
    typeof bodyBase64 === 'string'
  );
}
