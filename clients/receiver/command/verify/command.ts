import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { EVENT_HEADERS } from '../../src/service-rules.ts';
import type { Command } from '../command.ts';
import { escapeForTerminal } from '../escape-for-terminal.ts';
import {
  type Environment,
  parseFlags,
  parseTime,
  requireFlag,
  SECRET_VARIABLE,
  signingSecrets,
  TEXT,
  TEXTS,
} from '../flags.ts';
import { headerValues } from '../http/headers.ts';
import { eventReport, rejectionReport } from '../listen/report.ts';
import { causeOf, Problem, WrongCommandLine } from '../problem.ts';
import { readSavedRequests } from '../saved-request.ts';
import { type CheckedRequest, verifyRequest } from '../verify-request.ts';

const USAGE = `partner-lines-webhooks verify --secret whsec_… (--from FILE|DIR | --body FILE --signature HEADER) [--at TIME]
Verifies requests as your receiver should. For a rejected request, prints the code of the error and what to do.
The exit code is 0 if all requests are genuine, and 1 if one is not.
  --secret whsec_…      signing secret; repeat the flag, or separate the secrets with a comma, to accept several;
                        default: the environment variable ${SECRET_VARIABLE}
  --from FILE|DIR       a request, or a folder of requests, that partner-lines-webhooks listen --save has saved
  --body FILE           the raw body of a request; - reads the body from the standard input
  --signature HEADER    the value of the header ${EVENT_HEADERS.signature}
  --at TIME             the time of the check, such as 2026-11-22T12:00:00Z; default: when the request was saved; with
                        --body, now`;

const OPTIONS = { secret: TEXTS, from: TEXT, body: TEXT, signature: TEXT, at: TEXT } as const;

export function parseVerifyFlags(args: readonly string[], environment: Environment, nowMs: number) {
  const { secret, from, body, signature, at } = parseFlags(args, OPTIONS);
  const common = {
    secret: requireFlag('secret', signingSecrets(secret, environment), `the signing secret; or set ${SECRET_VARIABLE}`),
    atMs: at === undefined ? undefined : parseTime('at', at, nowMs),
  };
  if (from !== undefined && body === undefined && signature === undefined) return { ...common, from };
  if (from !== undefined) throw new WrongCommandLine('--from: cannot be combined with --body or --signature');
  return {
    ...common,
    body: requireFlag('body', body, 'the raw body of the request; or use --from'),
    signature: requireFlag('signature', signature, `the value of ${EVENT_HEADERS.signature}`),
  };
}
type VerifyFlags = ReturnType<typeof parseVerifyFlags>;

interface Checked {
  readonly title?: string;
  readonly arrival: CheckedRequest;
}

export const VERIFY: Command = {
  usage: USAGE,
  async run(args, { environment, print }) {
    const nowMs = Date.now();
    const checked = await verifyRequests(parseVerifyFlags(args, environment, nowMs), nowMs);
    for (const { title, arrival } of checked) print([title, reportOf(arrival)].filter(Boolean).join(': '));
    return checked.every(({ arrival }) => arrival.kind === 'event') ? 0 : 1;
  },
};

async function verifyRequests({ secret, atMs, ...given }: VerifyFlags, nowMs: number): Promise<readonly Checked[]> {
  if ('body' in given) {
    const request = { header: given.signature, body: await readContent(given.body) };
    return [{ arrival: verifyRequest(request, secret, atMs ?? nowMs) }];
  }
  return (await readSavedRequests(given.from)).map(({ file, receivedAtMs, headers, body }) => {
    const header = [...headerValues(headers, EVENT_HEADERS.signature.toLowerCase())];
    return {
      title: escapeForTerminal(basename(file)),
      arrival: verifyRequest({ header, body }, secret, atMs ?? receivedAtMs),
    };
  });
}

const reportOf = (arrival: CheckedRequest) =>
  arrival.kind === 'event' ? eventReport(arrival, 1, undefined) : rejectionReport(arrival.rejection);

async function readContent(file: string): Promise<Uint8Array> {
  try {
    return file === '-' ? await buffer(process.stdin) : await readFile(file);
  } catch (error) {
    throw new Problem(`Cannot read ${escapeForTerminal(file)}: ${causeOf(error)}.`);
  }
}
