import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { freePort, isListening } from '../../../tooling/machine/free-port.ts';
import { until } from '../../support/until.ts';

export const SECRET = `whsec_${'5e'.repeat(32)}`;
export const OLD_SECRET = `whsec_${'01d0'.repeat(16)}`;

export interface Program {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export type RunningSample = Awaited<ReturnType<typeof startSample>>;

/** Starts a sample as its own program, which listens on loopback. */
export async function startSample(program: (port: number) => Program) {
  const port = await freePort();
  const { command, args, cwd, env } = program(port);
  const child = spawn(command, args, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PORT: String(port), WEBHOOK_SECRET: `${SECRET}, ${OLD_SECRET}`, ...env },
  });
  const printed = outputOf(child);
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`${command} has ended: ${printed()}`);
    return isListening(port);
  }, 30);

  const send = (path: string, body: string, headers: Record<string, string>) =>
    fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', body, headers });
  return {
    url: `http://127.0.0.1:${port}/hook`,
    /** Returns the output so far. */
    printed,
    /** Returns how often the sample processed the call. */
    timesWorked: (callId: string) => printed().split(`Call ${callId}`).length - 1,
    /** Posts to the sample and returns the status. */
    async post(body: string, headers: Record<string, string>) {
      const response = await send('/hook', body, headers);
      await response.arrayBuffer();
      return response.status;
    },
    /** Posts these bytes, which follow the head of the request, and returns the status. */
    async postBytes(bytes: string | Buffer, headers: Record<string, string>) {
      const lines = Object.entries({ Host: `127.0.0.1:${port}`, Connection: 'close', ...headers });
      const head = ['POST /hook HTTP/1.1', ...lines.map(([name, value]) => `${name}: ${value}`), '', ''].join('\r\n');
      const socket = connect(port, '127.0.0.1');
      socket.write(Buffer.concat([Buffer.from(head), Buffer.from(bytes)]));
      return Number((await text(socket)).split(' ')[1]);
    },
    /** Posts JSON to another route of the sample and returns the response. */
    ask: async (path: string, json: string): Promise<unknown> =>
      (await send(path, json, { 'Content-Type': 'application/json' })).json(),
    async stop() {
      const ended = once(child, 'exit');
      if (child.kill()) await ended;
    },
  };
}

function outputOf(child: ChildProcess): () => string {
  const pieces: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (piece: string) => pieces.push(piece));
  }
  return () => pieces.join('');
}
