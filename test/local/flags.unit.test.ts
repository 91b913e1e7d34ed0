import { describe, expect, it } from '@jest/globals';
import { FLAG_NAMES, parseFlags, USAGE } from '../../local/flags.ts';
import { Problem } from '../../tooling/command-line/problem.ts';

describe('the command line of `npm start`', () => {
  it('`npm start` without flags uses the defaults', () => {
    expect(parseFlags([])).toEqual({
      port: 8787,
      data: '.local',
      'allow-local-webhooks': false,
      'docs-port': 0,
      'console-port': 0,
      'time-offset-seconds': 0,
      'alarm-period-seconds': 60,
      watch: false,
      demo: false,
    });
  });

  it('`npm start` accepts all its flags, with a value after a space or after `=`', () => {
    const flags = parseFlags([
      ...['--port', '0', '--data=/tmp/x', '--ready-file', 'r.json', '--allow-local-webhooks'],
      ...['--retry-base-seconds', '0.2', '--sweep-every-seconds', '3', '--lease-seconds', '13'],
      ...['--dns', 'localhost:5353', '--ca-file', 'ca.pem', '--docs-port', '9000', '--time-offset-seconds', '-90'],
      ...['--alarm-period-seconds', '5', '--calls-days', '30', '--console-port', '9001'],
      ...['--dynamodb-endpoint', 'http://127.0.0.1:8000', '--sqs-endpoint', 'http://127.0.0.1:9324'],
      '--watch',
      '--demo',
    ]);
    expect(flags).toEqual({
      port: 0,
      data: '/tmp/x',
      'ready-file': 'r.json',
      'allow-local-webhooks': true,
      'retry-base-seconds': 0.2,
      'sweep-every-seconds': 3,
      'lease-seconds': 13,
      dns: '127.0.0.1:5353',
      'ca-file': 'ca.pem',
      'docs-port': 9000,
      'console-port': 9001,
      'time-offset-seconds': -90,
      'alarm-period-seconds': 5,
      'calls-days': 30,
      'dynamodb-endpoint': 'http://127.0.0.1:8000',
      'sqs-endpoint': 'http://127.0.0.1:9324',
      watch: true,
      demo: true,
    });
  });

  it('the flag `--demo` of `npm start` permits receivers on this machine', () => {
    expect(parseFlags(['--demo'])).toMatchObject({ data: '.demo', 'allow-local-webhooks': true });
    expect(parseFlags(['--demo', '--data', '/tmp/x'])).toMatchObject({ data: '/tmp/x' });
  });

  it('a short `--alarm-period-seconds` also shortens the default period of the sweep', () => {
    const sweepSeconds = (...args: string[]) => parseFlags(args)?.['sweep-every-seconds'];
    expect(sweepSeconds('--alarm-period-seconds', '2')).toBe(10);
    expect(sweepSeconds('--alarm-period-seconds', '2', '--sweep-every-seconds', '300')).toBe(300);
    expect(sweepSeconds('--alarm-period-seconds', '60')).toBeUndefined();
  });

  it('the flags of `npm start` are undefined for `--help`', () => {
    expect(parseFlags(['--help'])).toBeUndefined();
  });

  it('the help of `npm start` has a line for every flag', () => {
    expect([...USAGE.matchAll(/^ {2}--([\w-]+) /gm)].map(([, name]) => name).sort()).toEqual([...FLAG_NAMES].sort());
  });

  it.each([
    [['--port', '70000'], '--port must be a port number.'],
    [['--port', ''], '--port must be a port number.'],
    [['--port', '80a'], '--port must be a port number.'],
    [['--data', ''], '--data must name a path.'],
    [['--retry-base-seconds', '0.0004'], '--retry-base-seconds must be a number of seconds from 0.001 on.'],
    [['--retry-base-seconds', 'soon'], '--retry-base-seconds must be a number of seconds from 0.001 on.'],
    [['--sweep-every-seconds', '-3'], '--sweep-every-seconds must be a number of seconds from 0.001 on.'],
    [
      ['--lease-seconds', '10'],
      '--lease-seconds must be at least 11 seconds, because a request to a receiver may take 10 seconds.',
    ],
    [['--dns', 'resolver.example:53'], '--dns must be HOST:PORT with an IP address or localhost as host.'],
    [['--dns', '127.0.0.1'], '--dns must be HOST:PORT with an IP address or localhost as host.'],
    [['--alarm-period-seconds', '0'], '--alarm-period-seconds must be a number of seconds from 0.001 on.'],
    [['--calls-days', '6'], '--calls-days must be a whole number of days from 7 to 3650.'],
    [['--calls-days', '7.5'], '--calls-days must be a whole number of days from 7 to 3650.'],
    [['--calls-days', '3651'], '--calls-days must be a whole number of days from 7 to 3650.'],
    [['--time-offset-seconds', 'x'], '--time-offset-seconds must be a number.'],
    [['--dynamodb-endpoint', 'ftp://x'], '--dynamodb-endpoint must be an http or https URL.'],
    [['--nope'], "Unknown option '--nope'; see npm start -- --help."],
    [['stray'], "Unexpected argument 'stray'; see npm start -- --help."],
  ])('`npm start` rejects the command line %j in one sentence', (args, sentence) => {
    const parse = () => parseFlags(args);
    expect(parse).toThrow(new Problem(sentence, 2));
    expect(parse).toThrow(expect.objectContaining({ exitCode: 2 }));
  });
});
