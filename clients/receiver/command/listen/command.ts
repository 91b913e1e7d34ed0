import { once } from 'node:events';
import type { Server } from 'node:http';
import { setTimeout as sleepMs } from 'node:timers/promises';
import { RESPONSE_LIMIT_MS } from '../../src/service-rules.ts';
import { type Command, withTime } from '../command.ts';
import {
  type Environment,
  parseFlags,
  parseHostName,
  parseHttpUrl,
  parseWholeNumber,
  SECRET_VARIABLE,
  signingSecrets,
  TEXT,
  TEXTS,
} from '../flags.ts';
import { causeOf, Problem, WrongCommandLine } from '../problem.ts';
import { requestSaver } from '../saved-request.ts';
import { MAX_BODY_MIB } from './foreign-requests.ts';
import { createListener } from './listener.ts';

const PORT = 9100;

const USAGE = `partner-lines-webhooks listen [flags]
Receives events on 127.0.0.1, verifies them and prints them. Rejects requests of web pages, and bodies above ${MAX_BODY_MIB} MiB. The numbers below are the defaults.
  --port ${PORT}         port to listen on; 0 takes any free port
  --secret whsec_…    signing secret from the response of PUT /v1/webhooks; default: the environment variable
                      ${SECRET_VARIABLE}. To accept an old and a new secret, repeat the flag or separate the secrets
                      with a comma. Without a secret, signatures are not verified
  --forward-to URL    pass requests on to your receiver, with unchanged bodies, and return its responses
  --save DIR          save the requests in this folder, readable only by you; see partner-lines-webhooks send --from
  --allow-host NAME   accept requests whose Host header has this name, which your tunnel or proxy sends; repeat the
                      flag for several names. Other requests must be for a loopback host
  --status 200        status of the response to an event
  --delay-ms 0        milliseconds to wait before the response; the service times out after ${RESPONSE_LIMIT_MS} ms
  --times N           use --status and --delay-ms only for the first N requests for each call; later requests get the
                      usual response`;

const OPTIONS = {
  port: TEXT,
  secret: TEXTS,
  'forward-to': TEXT,
  save: TEXT,
  'allow-host': TEXTS,
  status: TEXT,
  'delay-ms': TEXT,
  times: TEXT,
} as const;

export function parseListenFlags(args: readonly string[], environment: Environment) {
  const flags = parseFlags(args, OPTIONS);
  const forwardTo = flags['forward-to'];
  const isFailing = flags.status !== undefined || flags['delay-ms'] !== undefined;
  if (forwardTo !== undefined && isFailing && flags.times === undefined) {
    throw new WrongCommandLine(
      '--times: is required when --forward-to is combined with --status or --delay-ms, because it says how many requests are not forwarded',
    );
  }
  return {
    port: parseWholeNumber('port', flags.port ?? String(PORT), [0, 65_535]),
    secret: signingSecrets(flags.secret, environment),
    forwardTo: forwardTo === undefined ? undefined : parseHttpUrl('forward-to', forwardTo),
    saveIn: flags.save,
    allowedHosts: (flags['allow-host'] ?? []).map((name) => parseHostName('allow-host', name)),
    responseRule: {
      status: parseWholeNumber('status', flags.status ?? '200', [200, 599]),
      delayMs: parseWholeNumber('delay-ms', flags['delay-ms'] ?? '0', [0, 99_999]),
      times: flags.times === undefined ? undefined : parseWholeNumber('times', flags.times, [1, 99_999]),
    },
  };
}

export const LISTEN: Command = {
  usage: USAGE,
  serves: true,
  async run(args, { environment, print }) {
    const { port, secret, forwardTo, saveIn, allowedHosts, responseRule } = parseListenFlags(args, environment);
    const server = createListener({
      ...{ secret, forwardTo, allowedHosts, responseRule, nowMs: Date.now, sleepMs },
      save: saveIn === undefined ? undefined : requestSaver(saveIn),
      print: withTime(print),
    });
    print(`Receiving on http://127.0.0.1:${await startListening(server, port)}`);
    if (secret === undefined) {
      print(
        'Signatures are not verified. To verify them, pass --secret with signingSecret from the response of PUT /v1/webhooks.',
      );
    }
    await once(server, 'close');
    return 0;
  },
};

/** Returns the port. */
async function startListening(server: Server, port: number): Promise<number> {
  server.listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (error) {
    const cause = causeOf(error);
    const why = cause === 'EADDRINUSE' ? 'is in use' : `cannot be used (${cause})`;
    throw new Problem(`Port ${port} ${why}; choose another with --port.`);
  }
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}
