import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { closeServer, listen } from '../../bin/local/loopback.ts';
import { parseFlags, USAGE } from '../../bin/receiver/flags.ts';

/** One run of the receiver that ends by itself. */
const run = (...args: string[]) =>
  new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
    const child = execFile(process.execPath, ['bin/receiver.ts', ...args], (_, out, err) =>
      resolve({ code: child.exitCode, out, err }),
    );
  });

describe("the receiver's command line", () => {
  it('has a default for everything but the secret', () => {
    expect(parseFlags([])).toEqual({ port: 9100, status: 200 });
    const all = ['--port', '0', '--secret', 'whsec_00ff', '--status', '503'];
    expect(parseFlags(all)).toEqual({ port: 0, secret: 'whsec_00ff', status: 503 });
  });

  it.each([
    [['--port', 'many'], '--port must be a whole number from 0 to 65535'],
    [['--port', '65536'], '--port must be a whole number from 0 to 65535'],
    [['--port', ''], '--port must be a whole number from 0 to 65535'],
    [['--status', '100'], '--status must be a whole number from 200 to 599'],
    [['--secret', 'mine'], '--secret must be whsec_ and hexadecimal digits, as PUT /v1/webhooks gives it'],
    [['--verbose'], "Unknown option '--verbose'"],
    [['stray'], "Unexpected argument 'stray'"],
    [['--port'], "Option '--port <value>' argument missing"],
  ])('%j is refused in one sentence', (args, sentence) => {
    expect(() => parseFlags(args)).toThrow(new Error(`${sentence}; see npm run receiver -- --help.`));
  });

  it('answers a question for help', async () => {
    expect(await run('--help')).toEqual({ code: 0, out: `${USAGE}\n`, err: '' });
  });

  it('ends with 2 when it is wrong', async () => {
    expect(await run('--stat', '1')).toMatchObject({ code: 2, out: '', err: expect.stringMatching(/^Unknown .*\n$/) });
  });

  it('ends with 1 and says so when the port is in use', async () => {
    const other = createServer();
    const port = await listen(other, 0);
    const err = `Port ${port} is in use; choose another with --port.\n`;
    expect(await run('--port', String(port))).toEqual({ code: 1, out: '', err });
    await closeServer(other);
  });
});
