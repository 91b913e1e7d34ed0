import { setTimeout as sleepMs } from 'node:timers/promises';
import { FOLLOW_EVERY_MS } from '../../../typescript/src/follow-calls.ts';
import { API_OPTIONS, API_USAGE, apiClientFrom, explainApiErrors } from '../api.ts';
import { type Command, withTime } from '../command.ts';
import { escapeForTerminal, urlWithoutSecrets } from '../escape-for-terminal.ts';
import {
  type Environment,
  parseFlags,
  parseHttpUrl,
  parseTime,
  parseWholeNumber,
  requireFlag,
  SECRET_VARIABLE,
  secretToSignWith,
  TEXT,
  TEXTS,
} from '../flags.ts';
import { sendOnce } from '../http/exchange.ts';
import { WrongCommandLine } from '../problem.ts';
import { forwardCalls } from './forward-calls.ts';
import { defaultPositionFile, positionFile, withPrintedWaits } from './position-file.ts';
import { REBUILT_HEADER, rebuiltEvent } from './rebuilt-event.ts';

const EVERY_SECONDS = FOLLOW_EVERY_MS / 1_000;

const USAGE = `partner-lines-webhooks follow --tenant-id ID --forward-to URL [flags]
Reads the calls of a line from the API and sends each to your receiver as a signed event, oldest first, for a machine
that the service cannot reach. After a restart, continues where it stopped. Keeps to the rate limit.
  --tenant-id ID      the line
  --forward-to URL    URL of your receiver, http or https
  --secret whsec_…    secret to sign with: any secret that your receiver accepts, also one of your own; default: the
                      first secret in the environment variable ${SECRET_VARIABLE}
${API_USAGE}
  --since TIME        time from which to read when there is no position yet, such as 2026-11-22T12:00:00Z, or now; default:
                      from the first call of the line
  --position FILE     file that records how far the calls were read; default: ${defaultPositionFile('<tenant id>')} in this
                      folder. Delete the file to begin again
  --every-seconds ${EVERY_SECONDS}  how often to read the list of calls
Rebuilt events have the header ${REBUILT_HEADER}: true, because occurredAt can differ from occurredAt in the event of the service.`;

const OPTIONS = {
  ...API_OPTIONS,
  'tenant-id': TEXT,
  'forward-to': TEXT,
  secret: TEXTS,
  since: TEXT,
  position: TEXT,
  'every-seconds': TEXT,
} as const;

export function parseFollowFlags(args: readonly string[], environment: Environment, nowMs: number) {
  const flags = parseFlags(args, OPTIONS);
  const tenantId = requireLineId(requireFlag('tenant-id', flags['tenant-id'], 'the line to follow'));
  return {
    tenantId,
    url: parseHttpUrl('forward-to', requireFlag('forward-to', flags['forward-to'], 'the URL of your receiver')),
    secret: secretToSignWith(flags.secret, environment),
    api: apiClientFrom(flags, environment),
    sinceMs: flags.since === undefined ? 0 : parseTime('since', flags.since, nowMs),
    position: flags.position ?? defaultPositionFile(tenantId),
    everyMs: parseWholeNumber('every-seconds', flags['every-seconds'] ?? String(EVERY_SECONDS), [1, 3_600]) * 1_000,
  };
}

/** Rejects an id that is not safe in the default name of the position file. */
function requireLineId(text: string): string {
  if (/^\w[\w-]{0,127}$/.test(text)) return text;
  throw new WrongCommandLine('--tenant-id: must be the tenantId of a line, such as tn_…');
}

export const FOLLOW: Command = {
  usage: USAGE,
  serves: true,
  async run(args, { environment, print: printLine }) {
    const { api, tenantId, url, secret, sinceMs, everyMs, position } = parseFollowFlags(args, environment, Date.now());
    const print = withTime(printLine);
    const calls = api.followCalls(tenantId, {
      store: withPrintedWaits(positionFile(position, tenantId), print, Date.now),
      since: sinceMs,
      everyMs,
      onOutage: ({ message }) =>
        print(`${escapeForTerminal(message)}; the list of calls is read every ${everyMs / 1_000} s`),
    });
    printLine(
      `Reads the calls of line ${tenantId} every ${everyMs / 1_000} s, sends them to ${urlWithoutSecrets(url)}, keeps the position in ${escapeForTerminal(position)}`,
    );
    const eventOf = (call: Parameters<typeof rebuiltEvent>[0]) =>
      rebuiltEvent(call, { tenantId, url, secret }, new Date());
    await explainApiErrors(forwardCalls(calls, { eventOf, send: sendOnce, print, sleepMs }));
    return 0;
  },
};
