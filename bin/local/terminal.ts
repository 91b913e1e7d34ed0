import type { GatewayRequest } from './gateway.ts';
import type { ReadyInfo } from './ready-file.ts';

const now = () => new Date().toTimeString().slice(0, 8);

/** What a person at the terminal reads. Everything else is in the log file. */
export const terminal = {
  say: (sentence: string) => console.log(`${now()} ${sentence}`),

  request: ({ method, path, status, durationMs }: GatewayRequest) =>
    console.log(`${now()} ${method} ${shortened(path)} ${status} ${durationMs} ms`),

  fault: (fault: unknown) => console.error(`${now()} ${fault instanceof Error ? fault.message : String(fault)}`),

  /** Returns once the lines are written, or there is no reader any more. */
  ready({ baseUrl, docsUrl, logFile, demo }: ReadyInfo): Promise<void> {
    const auth = `-H 'Authorization: Bearer ${demo.apiKey}'`;
    const line = JSON.stringify({ name: 'Corner Cafe', region: 'kr', externalId: `cafe-${Date.now()}` });
    return written(`
Partner lines on ${baseUrl}   docs ${docsUrl}   log ${logFile}
Demo partner ${demo.partnerId}, key ${demo.apiKey}

curl -s ${baseUrl}/v1/whoami ${auth}
curl -s ${baseUrl}/v1/tenants ${auth} -H 'Content-Type: application/json' -d '${line}'
curl -s ${baseUrl}/v1/tenants ${auth}

`);
  },
};

const written = (text: string) =>
  new Promise<void>((resolve) => {
    process.stdout.write(text, () => resolve());
  });

const LONGEST_PATH = 100;

/** A path may be as long as its caller likes and hold anything. */
function shortened(path: string): string {
  const printable = path.replaceAll(/[^\x21-\x7e]/g, '?');
  return printable.length <= LONGEST_PATH ? printable : `${printable.slice(0, LONGEST_PATH)}…`;
}
