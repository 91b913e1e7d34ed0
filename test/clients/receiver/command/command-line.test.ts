import { describe, expect, it } from '@jest/globals';
import { parseFollowFlags } from '../../../../clients/receiver/command/follow/command.ts';
import { parseListenFlags } from '../../../../clients/receiver/command/listen/command.ts';
import { parseReconcileFlags } from '../../../../clients/receiver/command/reconcile/command.ts';
import { parseSendFlags } from '../../../../clients/receiver/command/send/command.ts';
import { parseVerifyFlags } from '../../../../clients/receiver/command/verify/command.ts';

const SECRET = 'whsec_00ff';
const URL_OF_RECEIVER = 'http://127.0.0.1:9100/hook';

describe('the flags of the command `listen`', () => {
  it('the command `listen` needs no flags', () => {
    const responseRule = { status: 200, delayMs: 0, times: undefined };
    expect(parseListenFlags([], {})).toEqual({ port: 9100, allowedHosts: [], responseRule });
  });

  it('the command `listen` has flags for its port, its secret and its response', () => {
    const args = ['--port', '0', '--secret', SECRET, '--status', '503', '--times', '2', '--delay-ms', '1500'];
    expect(parseListenFlags(args, {})).toEqual({
      port: 0,
      secret: [SECRET],
      allowedHosts: [],
      responseRule: { status: 503, delayMs: 1500, times: 2 },
    });
  });

  it('the command `listen` reads WEBHOOK_SECRET if `--secret` is not given', () => {
    expect(parseListenFlags([], { WEBHOOK_SECRET: SECRET })).toMatchObject({ secret: [SECRET] });
    expect(parseListenFlags([], { WEBHOOK_SECRET: '' })).toMatchObject({ secret: undefined });
    expect(parseListenFlags(['--secret', 'whsec_11'], { WEBHOOK_SECRET: SECRET })).toMatchObject({
      secret: ['whsec_11'],
    });
  });

  it.each([
    ['a flag given twice', ['--secret', SECRET, '--secret', 'whsec_11'], {}],
    ['a flag with a comma', ['--secret', `${SECRET},whsec_11`], {}],
    ['the environment', [], { WEBHOOK_SECRET: `${SECRET}, whsec_11` }],
  ])('the command `listen` takes an old and a new secret from %s', (_how, args, environment) => {
    expect(parseListenFlags(args, environment)).toMatchObject({ secret: [SECRET, 'whsec_11'] });
  });

  it('the command `listen` says which of several secrets is malformed', () => {
    expect(() => parseListenFlags(['--secret', SECRET, '--secret', 'whsec_1'], {})).toThrow(
      '--secret: Signing secret 2 of 2 must be pairs of hexadecimal digits',
    );
  });

  it.each([
    [['--port', 'many'], '--port: must be a whole number from 0 to 65535'],
    [['--port', '65536'], '--port: must be a whole number from 0 to 65535'],
    [['--port', ''], '--port: must be a whole number from 0 to 65535'],
    [['--status', '100'], '--status: must be a whole number from 200 to 599'],
    [['--times', '0'], '--times: must be a whole number from 1 to 99999'],
    [
      ['--allow-host', 'https://a.test'],
      '--allow-host: must be a host name without scheme and port, such as hooks.example.com',
    ],
    [['--delay-ms', '1.5'], '--delay-ms: must be a whole number from 0 to 99999'],
    [['--verbose'], "Unknown option '--verbose'"],
    [[SECRET], 'Unexpected argument without a flag'],
    [['--port'], "Option '--port <value>' argument missing"],
  ])('the command `listen` rejects the flags %j with one sentence', (args, sentence) => {
    expect(() => parseListenFlags(args, {})).toThrow(new Error(sentence));
  });

  it('the command `listen` rejects an API key as a secret', () => {
    expect(() => parseListenFlags(['--secret', `svc_partner_${'0'.repeat(64)}`], {})).toThrow(
      '--secret: The signing secret is an API key: a signing secret begins with whsec_.',
    );
  });
});

describe('the flags of the command `send`', () => {
  it('the command `send` requires a URL and a secret', () => {
    expect(parseSendFlags(['--url', URL_OF_RECEIVER, '--secret', SECRET], {})).toEqual({
      kind: 'sample',
      url: new URL(URL_OF_RECEIVER),
      secret: SECRET,
      callId: expect.stringMatching(/^call_/),
      tenantId: 'tn_sample',
      summary: expect.stringMatching(/[^\x20-\x7e]/),
      times: 1,
      stale: false,
      tampered: false,
    });
    expect(() => parseSendFlags([], {})).toThrow('--url: is required');
    expect(() => parseSendFlags(['--url', URL_OF_RECEIVER], {})).toThrow(
      /^--secret: is required: .*; or set WEBHOOK_SECRET$/,
    );
  });

  it('the command `send` signs with the first of several secrets', () => {
    const environment = { WEBHOOK_SECRET: `${SECRET},whsec_11` };
    expect(parseSendFlags(['--url', URL_OF_RECEIVER], environment)).toMatchObject({ secret: SECRET });
  });

  it.each([
    [['--url', 'localhost'], /--url: must be an http or https address/],
    [['--url', 'ftp://example.com'], /--url: must be an http or https address/],
    [['--call-id', 'a b'], /--call-id: must be 1 to 128 printable ASCII characters/],
    [['--times', '101'], /--times: must be a whole number from 1 to 100/],
  ])('the command `send` rejects the flags %j', (args, sentence) => {
    expect(() => parseSendFlags(['--url', URL_OF_RECEIVER, '--secret', SECRET, ...args], {})).toThrow(sentence);
  });
});

describe('the flags of the command `listen --forward-to`', () => {
  it('the command `listen --forward-to` requires `--times` if `--status` is given', () => {
    const forward = ['--forward-to', URL_OF_RECEIVER];
    expect(parseListenFlags([...forward, '--save', 'requests'], {})).toMatchObject({
      forwardTo: new URL(URL_OF_RECEIVER),
      saveIn: 'requests',
    });
    expect(parseListenFlags([...forward, '--status', '503', '--times', '2'], {})).toMatchObject({
      responseRule: { status: 503, times: 2 },
    });
    expect(() => parseListenFlags([...forward, '--status', '503'], {})).toThrow(/^--times: is required/);
  });
});

describe('the flags of the command `send --from`', () => {
  const args = ['--url', URL_OF_RECEIVER, '--from', 'requests'];

  it('the command `send --from` needs a secret unless `--original-signature` is given', () => {
    expect(parseSendFlags([...args, '--secret', SECRET], {})).toMatchObject({ kind: 'saved', secret: SECRET });
    expect(parseSendFlags([...args, '--original-signature'], {})).toMatchObject({ kind: 'saved', secret: undefined });
    expect(() => parseSendFlags(args, {})).toThrow(/^--secret: is required/);
  });

  it('the command `send` rejects `--stale` with `--from`, and `--original-signature` without `--from`', () => {
    expect(() => parseSendFlags([...args, '--secret', SECRET, '--stale'], {})).toThrow(
      /^--stale: cannot be combined with --from$/,
    );
    expect(() => parseSendFlags(['--url', URL_OF_RECEIVER, '--original-signature'], {})).toThrow(
      /^--original-signature: can only be used with --from$/,
    );
  });
});

describe('the flags of the command `verify`', () => {
  it('the command `verify` takes either saved requests or one body with its signature', () => {
    const secret = ['--secret', SECRET];
    expect(parseVerifyFlags([...secret, '--from', 'requests'], {}, 0)).toMatchObject({ from: 'requests' });
    const at = ['--at', '1970-01-01T00:00:01Z'];
    expect(parseVerifyFlags([...secret, '--body', '-', '--signature', 't=1', ...at], {}, 0)).toMatchObject({
      atMs: 1_000,
    });
    expect(() => parseVerifyFlags([...secret, '--body', '-'], {}, 0)).toThrow(/^--signature: is required/);
    expect(() => parseVerifyFlags([...secret, '--from', 'a', '--body', '-'], {}, 0)).toThrow(
      /^--from: cannot be combined/,
    );
  });
});

describe('the flags of the commands `follow` and `reconcile`', () => {
  const environment = { API_KEY: 'svc_partner_1', BASE_URL: 'http://127.0.0.1:8787', WEBHOOK_SECRET: SECRET };
  const follow = (...args: string[]) =>
    parseFollowFlags(['--tenant-id', 'tn_1', '--forward-to', URL_OF_RECEIVER, ...args], environment, 5_000);

  it('the commands `follow` and `reconcile` need a base URL and an API key, which can come from the environment', () => {
    expect(follow()).toMatchObject({
      secret: SECRET,
      sinceMs: 0,
      everyMs: 30_000,
      position: 'partner-lines-tn_1.json',
    });
    expect(() => parseReconcileFlags(['--seen', 'ids'], {}, 0)).toThrow(
      '--base-url: is required: pass it, or set BASE_URL',
    );
    expect(() => parseReconcileFlags(['--seen', 'ids'], { BASE_URL: 'http://a' }, 0)).toThrow('--api-key: is required');
  });

  it('the command `reconcile` does not quote a malformed API key', () => {
    const malformed = () => parseReconcileFlags(['--seen', 'ids', '--api-key', 'my key'], environment, 0);
    expect(malformed).toThrow(/^apiKey must be your API key: (?!.*my key)/);
  });

  it('the commands `follow` and `reconcile` accept `now`, or a time with a time zone', () => {
    expect(follow('--since', 'now').sinceMs).toBe(5_000);
    expect(follow('--since', '1970-01-01T01:00:01+01:00').sinceMs).toBe(1_000);
    expect(() => follow('--since', '2026-11-22T12:00:00')).toThrow(/^--since: must be a time with its zone/);
    const period = (...args: string[]) => parseReconcileFlags(['--seen', 'ids', ...args], environment, 5_000).period;
    expect(period('--until', '1970-01-01T00:00:01Z')).toEqual({ sinceMs: 0, untilMs: 1_000 });
    expect([period(), period('--until', 'now')]).toEqual(Array(2).fill({ sinceMs: 0, untilMs: Infinity }));
  });

  it('the command `follow` rejects a line identifier that would change the path of the position file', () => {
    expect(() => follow('--tenant-id', '../tn_1')).toThrow(/^--tenant-id: must be the tenantId of a line/);
  });
});
