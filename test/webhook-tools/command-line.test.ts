import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { closeServer, listen } from '../../tooling/machine/loopback.ts';
import { USAGE as LISTEN_USAGE, parseFlags as parseListen } from '../../webhook-tools/listen/flags.ts';
import { parseFlags as parseSend, USAGE as SEND_USAGE } from '../../webhook-tools/send/flags.ts';

const SECRET = 'whsec_00ff';
const URL_OF_RECEIVER = 'http://127.0.0.1:9100/hook';

/** Runs a tool that ends by itself. */
const run = (tool: string, ...args: string[]) =>
  new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
    const child = execFile(process.execPath, [`bin/${tool}.ts`, ...args], (_, out, err) =>
      resolve({ code: child.exitCode, out, err }),
    );
  });

describe('the command line of webhook:listen', () => {
  it('has a default for everything but the secret', () => {
    const responseRule = { status: 200, delayMs: 0, times: undefined };
    expect(parseListen([], {})).toEqual({ port: 9100, secret: undefined, responseRule: responseRule });
  });

  it('takes a port, a secret and the response to send', () => {
    const args = ['--port', '0', '--secret', SECRET, '--status', '503', '--times', '2', '--delay-ms', '1500'];
    expect(parseListen(args, {})).toEqual({
      port: 0,
      secret: [SECRET],
      responseRule: { status: 503, delayMs: 1500, times: 2 },
    });
  });

  it('takes the secret from the environment, which keeps it out of the shell history', () => {
    expect(parseListen([], { WEBHOOK_SECRET: SECRET })).toMatchObject({ secret: [SECRET] });
    expect(parseListen([], { WEBHOOK_SECRET: '' })).toMatchObject({ secret: undefined });
    expect(parseListen(['--secret', 'whsec_11'], { WEBHOOK_SECRET: SECRET })).toMatchObject({ secret: ['whsec_11'] });
  });

  it.each([
    ['a flag given twice', ['--secret', SECRET, '--secret', 'whsec_11'], {}],
    ['a flag with a comma', ['--secret', `${SECRET},whsec_11`], {}],
    ['the environment', [], { WEBHOOK_SECRET: `${SECRET}, whsec_11` }],
  ])('takes an old and a new secret from %s', (_how, args, environment) => {
    expect(parseListen(args, environment)).toMatchObject({ secret: [SECRET, 'whsec_11'] });
  });

  it('says which of several secrets is malformed', () => {
    expect(() => parseListen(['--secret', SECRET, '--secret', 'whsec_1'], {})).toThrow(
      '--secret: Signing secret 2 of 2 must be pairs of hexadecimal digits',
    );
  });

  it.each([
    [['--port', 'many'], '--port: must be a whole number from 0 to 65535'],
    [['--port', '65536'], '--port: must be a whole number from 0 to 65535'],
    [['--port', ''], '--port: must be a whole number from 0 to 65535'],
    [['--status', '100'], '--status: must be a whole number from 200 to 599'],
    [['--times', '0'], '--times: must be a whole number from 1 to 99999'],
    [['--delay-ms', '1.5'], '--delay-ms: must be a whole number from 0 to 99999'],
    [['--verbose'], "Unknown option '--verbose'"],
    [['stray'], "Unexpected argument 'stray'"],
    [['--port'], "Option '--port <value>' argument missing"],
  ])('rejects %j in one sentence', (args, sentence) => {
    expect(() => parseListen(args, {})).toThrow(new Error(`${sentence}; see npm run webhook:listen -- --help.`));
  });

  it('explains why a secret is malformed', () => {
    expect(() => parseListen(['--secret', `svc_partner_${'0'.repeat(64)}`], {})).toThrow(
      '--secret: The signing secret is an API key: a signing secret begins with whsec_.',
    );
  });
});

describe('the command line of webhook:send', () => {
  it('requires a URL and a secret, and has defaults for the sample call', () => {
    expect(parseSend(['--url', URL_OF_RECEIVER, '--secret', SECRET], {})).toEqual({
      url: new URL(URL_OF_RECEIVER),
      secret: SECRET,
      callId: expect.stringMatching(/^call_/),
      tenantId: 'tn_sample',
      summary: expect.stringMatching(/[^\x20-\x7e]/),
      times: 1,
      stale: false,
      tampered: false,
    });
    expect(() => parseSend([], {})).toThrow(/^--url: is required.*--secret: is required, unless WEBHOOK_SECRET is set/);
  });

  it('signs with the first of several secrets in the environment, because the receiver accepts any of them', () => {
    const environment = { WEBHOOK_SECRET: `${SECRET},whsec_11` };
    expect(parseSend(['--url', URL_OF_RECEIVER], environment)).toMatchObject({ secret: SECRET });
  });

  it.each([
    [['--url', 'localhost'], /--url: must be an http or https address/],
    [['--url', 'ftp://example.com'], /--url: must be an http or https address/],
    [['--call-id', 'a b'], /--call-id: must be 1 to 128 printable ASCII characters/],
    [['--times', '101'], /--times: must be a whole number from 1 to 100/],
  ])('rejects %j', (args, sentence) => {
    expect(() => parseSend(['--url', URL_OF_RECEIVER, '--secret', SECRET, ...args], {})).toThrow(sentence);
  });
});

describe('the webhook tools as programs', () => {
  it('print their help', async () => {
    expect(await run('webhook-listen', '--help')).toEqual({ code: 0, out: `${LISTEN_USAGE}\n`, err: '' });
    expect(await run('webhook-send', '--help')).toEqual({ code: 0, out: `${SEND_USAGE}\n`, err: '' });
  });

  it('exit with 2 when the command line is wrong', async () => {
    const expected = { code: 2, out: '', err: expect.stringMatching(/^Unknown .*\n$/) };
    expect(await run('webhook-listen', '--stat', '1')).toMatchObject(expected);
    expect(await run('webhook-send', '--to', 'x')).toMatchObject(expected);
  });

  it('exit with 1 when the port is in use', async () => {
    const other = createServer();
    const port = await listen(other, 0);
    const err = `Port ${port} is in use; choose another with --port.\n`;
    expect(await run('webhook-listen', '--port', String(port))).toEqual({ code: 1, out: '', err });
    await closeServer(other);
  });

  it('exit with 0 when a receiver accepts the sample, and with 1 when it does not', async () => {
    const status = { now: 204 };
    const receiver = createServer((_request, response) => response.writeHead(status.now).end());
    const url = `http://localhost:${await listen(receiver, 0)}/hook`;
    const accepted = await run('webhook-send', '--url', url, '--secret', SECRET, '--call-id', 'call_1');
    status.now = 401;
    const rejected = await run('webhook-send', '--url', url, '--secret', SECRET);
    await closeServer(receiver);
    expect(accepted).toMatchObject({ code: 0, out: expect.stringMatching(/^call_1, request 1: 204 in \d+ ms/) });
    expect(rejected).toMatchObject({
      code: 1,
      out: expect.stringContaining('after this status, the service does not retry'),
    });
  });
});
