import { escapeForTerminal } from '../../tooling/command-line/escape-for-terminal.ts';
import type { GatewayRequest } from '../aws/api-gateway/gateway.ts';

/** Each function writes one text and a line break. */
type Streams = Readonly<Record<'out' | 'err', (text: string) => void>>;

export interface PrintedAtStart extends Readonly<Record<'consoleUrl' | 'baseUrl' | 'docsUrl' | 'logFile', string>> {
  readonly demo: Readonly<Record<'partnerId' | 'apiKey', string>>;
}

/** One attempt of a delivery, as deliver-webhook logs it. */
interface DeliveryAttempt {
  readonly callId: string;
  readonly attempt: number;
  readonly status: string;
  readonly outcome: string;
  readonly durationMs: number;
}

const now = () => new Date().toTimeString().slice(0, 8);

/** Prints what a person at the terminal reads. Everything else is in the log file. */
export const createTerminal = ({ out, err }: Streams) => ({
  say: (sentence: string) => out(`${now()} ${escapeForTerminal(sentence)}`),

  request: ({ method, path, status, durationMs }: GatewayRequest) =>
    out(`${now()} ${escapeForTerminal(method)} ${shortenPath(path)} ${status} ${durationMs} ms`),

  attempt: ({ callId, attempt, status, outcome, durationMs }: DeliveryAttempt) =>
    out(
      `${now()} ${escapeForTerminal(`webhook ${callId} attempt ${attempt}: ${outcome}, ${status}, ${durationMs} ms`)}`,
    ),

  fault: (fault: unknown) =>
    err(`${now()} ${escapeForTerminal(fault instanceof Error ? fault.message : String(fault))}`),

  /** Prints addresses, key and sample requests. Resolves when they are written, or when nobody reads the output any more. */
  ready({ consoleUrl, baseUrl, docsUrl, logFile, demo }: PrintedAtStart): Promise<void> {
    const auth = `-H 'Authorization: Bearer ${demo.apiKey}'`;
    const line = JSON.stringify({ name: 'Corner Cafe', region: 'kr', externalId: `cafe-${Date.now()}` });
    return writeToStdout(`
Operator console: ${consoleUrl}

Partner lines on ${baseUrl}   log ${logFile}
Docs ${docsUrl}/#key=${demo.apiKey}
Demo partner ${demo.partnerId}, key ${demo.apiKey}

curl -s ${baseUrl}/v1/whoami ${auth}
curl -s ${baseUrl}/v1/tenants ${auth} -H 'Content-Type: application/json' -d '${line}'
curl -s ${baseUrl}/v1/tenants ${auth}

`);
  },
});

export type Terminal = ReturnType<typeof createTerminal>;

export const terminal = createTerminal({ out: console.log, err: console.error });

/** The terminal for a busy service, without a line for each request and attempt. */
export const quietTerminal: Terminal = { ...terminal, request: () => undefined, attempt: () => undefined };

const writeToStdout = (text: string) =>
  new Promise<void>((resolve) => {
    process.stdout.write(text, () => resolve());
  });

const LONGEST_PATH = 100;

/** Shortens and escapes the path of a request, because a caller can send any path. */
function shortenPath(path: string): string {
  const escaped = escapeForTerminal(path);
  return escaped.length <= LONGEST_PATH ? escaped : `${escaped.slice(0, LONGEST_PATH)}…`;
}
