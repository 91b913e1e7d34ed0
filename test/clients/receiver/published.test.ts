import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { callCompletedBody } from '../../../shared/domain/calls/call-completed.ts';
import { signingKey } from '../../../shared/domain/webhooks/signature.ts';
import { standardHeaders } from '../../../shared/domain/webhooks/standard-webhooks.ts';
import { closeServer, listen } from '../../../tooling/machine/loopback.ts';
import { until } from '../../support/until.ts';
import { folderOfAPartner } from './installed-kit.ts';
import { itReceivesWell } from './receives-well.ts';
import { OLD_SECRET, type Program, type RunningSample, SECRET, startSample } from './running-sample.ts';
import { VECTORS } from './vectors.ts';

const TSC = join(import.meta.dirname, '../../../node_modules/@typescript/native/bin/tsc');
const SERVING = join(import.meta.dirname, 'serving');

let folder: string;
beforeAll(async () => {
  folder = await folderOfAPartner();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the published package of the receiver kit', () => {
  const installed = (...path: string[]) => join(folder, 'node_modules/partner-lines-webhooks', ...path);
  const node = (...args: string[]) => execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  const REJECTED = "try { verifyWebhook({}, '', 'whsec_00') } catch (error) { console.log(error.code) }";

  it('the receiver kit has no dependencies', () => {
    const manifest = JSON.parse(readFileSync(installed('package.json'), 'utf8'));
    expect([manifest.dependencies, manifest.peerDependencies]).toEqual([undefined, undefined]);
  });

  it('the package of the receiver kit contains dist, test vectors, README, LICENSE and package.json', () => {
    expect(readdirSync(installed()).sort()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json', 'vectors.json']);
  });

  it('the folder `dist` of the receiver kit has the command in one file', () => {
    expect(readdirSync(installed('dist')).sort()).toEqual(['cjs', 'command.js', 'esm', 'samples']);
  });

  it('an ES module can import the receiver kit', () => {
    const program = `import { verifyWebhook } from 'partner-lines-webhooks'; ${REJECTED}`;
    expect(node('--input-type=module', '-e', program)).toBe('BODY_NOT_RAW\n');
  });

  it('CommonJS code can require the receiver kit', () => {
    const program = `const { verifyWebhook } = require('partner-lines-webhooks'); ${REJECTED}`;
    expect(node('--no-experimental-require-module', '-e', program)).toBe('BODY_NOT_RAW\n');
  });

  it('the receiver kit exports its test vectors', () => {
    const program = "console.log(require('partner-lines-webhooks/vectors.json').vectors.length > 50)";
    expect(node('-e', program)).toBe('true\n');
  });

  it('the types of the receiver kit work in ES modules and CommonJS without the types of Node', () => {
    const uses = [
      'const event: WebhookEvent = verifyWebhook(new Uint8Array(), undefined, undefined);',
      '// @ts-expect-error The event may be one that this version does not know.',
      'event.callId;',
      "export const unknown: string | undefined = event.event === 'unknown' ? event.name : undefined;",
      "export const call: CallCompletedEvent | undefined = event.event === 'call.completed' ? event : undefined;",
      "export const resolution: 'Resolved' | 'Booked' | 'Escalated' | null | undefined = call?.resolution;",
      "const secrets: readonly string[] | undefined = 'whsec_00,whsec_11'.split(',');",
      "verifyWebhook('', '', secrets);",
      '// @ts-expect-error A parsed object is rejected at compile time too.',
      "verifyWebhook({ event: 'call.completed' }, '', '');",
    ].join('\n');
    const names = '{ type CallCompletedEvent, verifyWebhook, type WebhookEvent }';
    writeFileSync(join(folder, 'esm.mts'), `import ${names} from 'partner-lines-webhooks';\n${uses}`);
    writeFileSync(join(folder, 'cjs.cts'), `import ${names} from 'partner-lines-webhooks';\n${uses}`);
    const options = { strict: true, noEmit: true, target: 'es2022', lib: ['es2022'], module: 'node16', types: [] };
    const files = ['esm.mts', 'cjs.cts'];
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files }));
    const { status, stdout } = spawnSync(process.execPath, [TSC, '-p', '.'], { cwd: folder, encoding: 'utf8' });
    expect([stdout, status]).toEqual(['', 0]);
  });
});

describe('the command `partner-lines-webhooks`', () => {
  /** Runs the command as `npx` does. */
  const run = (args: readonly string[], input = '') => {
    const { bin } = JSON.parse(readFileSync(join(folder, 'node_modules/partner-lines-webhooks/package.json'), 'utf8'));
    const program = join(folder, 'node_modules/partner-lines-webhooks', bin['partner-lines-webhooks']);
    const env = { PATH: process.env['PATH'], WEBHOOK_SECRET: '' };
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
      ...{ cwd: folder, encoding: 'utf8', input, env },
    });
    return { status, stdout, stderr };
  };

  it.each(['listen', 'send', 'verify', 'follow', 'reconcile'])(
    'the command `partner-lines-webhooks` prints the help of %s',
    (command) => {
      expect(run([command, '--help'])).toEqual({
        status: 0,
        stdout: expect.stringMatching(new RegExp(`^partner-lines-webhooks ${command} `)),
        stderr: '',
      });
    },
  );

  it.each([
    [[], 'Name a command; see partner-lines-webhooks --help.\n'],
    [['--secret=whsec_00', 'listen'], 'Unknown command; see partner-lines-webhooks --help.\n'],
    [['listen', '--stat', '1'], "Unknown option '--stat'; see partner-lines-webhooks listen --help.\n"],
    [['send', '--url', 'x'], /^--url: must be an http or https address.*; see partner-lines-webhooks send --help\.\n$/],
  ])('the command `partner-lines-webhooks` exits with code 2 for the invalid arguments %j', (args, sentence) => {
    const stderr = typeof sentence === 'string' ? sentence : expect.stringMatching(sentence);
    expect(run(args)).toEqual({ status: 2, stdout: '', stderr });
  });

  it('the command `verify` prints why it rejects a request', () => {
    const [{ secret = '', body = '', header = '' } = {}] = VECTORS;
    const verify = ['verify', '--secret', secret, '--body', '-', '--signature', header, '--at', '2027-01-15T08:00:00Z'];
    expect(run(verify, body)).toMatchObject({ status: 0, stdout: expect.stringMatching(/^genuine: call /) });
    expect(run(verify, `${body} `)).toMatchObject({
      status: 1,
      stdout: expect.stringMatching(/^rejected: SIGNATURE_MISMATCH → 503\n/),
    });
  });

  it('the command `listen` exits with code 1 if the port is in use', async () => {
    const other = createServer();
    const port = await listen(other, 0);
    const stderr = `Port ${port} is in use; choose another with --port.\n`;
    expect(run(['listen', '--port', String(port)])).toEqual({ status: 1, stdout: '', stderr });
    await closeServer(other);
  });
});

const WAYS: readonly (readonly [string, readonly string[]])[] = [
  ['plain Node', ['node-http.ts']],
  ['Express', ['express.ts']],
  ['Fastify', ['fastify.ts']],
  ['a Next.js route handler', [join(SERVING, 'next.ts'), 'nextjs-route.ts']],
  ['AWS Lambda behind a REST API', [join(SERVING, 'lambda.ts'), 'aws-lambda.ts', 'rest']],
  ['AWS Lambda behind an HTTP API, bodies in base64', [join(SERVING, 'lambda.ts'), 'aws-lambda.ts', 'http']],
];

/** The samples for frameworks that usually parse every body. */
const BODY_PARSING = ['Express', 'Fastify'];

for (const [way, [program = '', sample, ...more]] of WAYS) {
  const started = (): Program => ({
    command: process.execPath,
    args: [program, ...(sample === undefined ? [] : [join(folder, sample), ...more])],
    cwd: folder,
  });

  describe(`the receiver sample for ${way}`, () => {
    const running = itReceivesWell(() => startSample(started), {
      statusForOtherBytes: way === 'AWS Lambda behind a REST API' ? 503 : 400,
    });

    if (BODY_PARSING.includes(way)) {
      it('the receiver sample lets the other routes of its server parse JSON', async () => {
        expect(await running().ask('/other', '{"a":1}')).toEqual({ parsed: { a: 1 } });
      });
    }
  });
}

describe('the receiver sample with the library of Standard Webhooks', () => {
  let sample: RunningSample;
  beforeAll(async () => {
    const program = { command: process.execPath, args: ['standard-webhooks.ts'], cwd: folder };
    sample = await startSample(() => program);
  });
  afterAll(() => sample?.stop());

  let calls = 0;
  const aCall = () => {
    const callId = `call.${++calls}_`;
    return { callId, body: callCompletedBody({ tenantId: 'tn_1', callId, storedAtMs: 0, summary: '예약 완료 😀' }) };
  };
  const headers = (call: { callId: string; body: string }, { agedSeconds = 0, secret = SECRET } = {}) =>
    standardHeaders(signingKey(secret), call, Date.now() - agedSeconds * 1_000);

  it.each([SECRET, OLD_SECRET])(
    'the sample for the Standard Webhooks library accepts an event that is signed with one of its secrets: %s',
    async (secret) => {
      const call = aCall();
      expect(await sample.post(call.body, headers(call, { secret }))).toBe(204);
      await until(() => sample.timesWorked(call.callId) > 0);
    },
  );

  it('the sample for the Standard Webhooks library accepts the same call again without processing it again', async () => {
    const [call, later] = [aCall(), aCall()];
    expect(await sample.post(call.body, headers(call))).toBe(204);
    expect(await sample.post(call.body, headers(call, { agedSeconds: 60 }))).toBe(204);
    expect(await sample.post(later.body, headers(later))).toBe(204);
    await until(() => sample.timesWorked(later.callId) > 0);
    expect(sample.timesWorked(call.callId)).toBe(1);
  });

  it('the sample for the Standard Webhooks library accepts an unknown event without processing it', async () => {
    const { callId, body } = aCall();
    const unknown = { callId, body: body.replace('call.completed', 'call.started') };
    expect(await sample.post(unknown.body, headers(unknown))).toBe(204);
    await until(() => sample.printed().includes('call.started'));
    expect(sample.timesWorked(callId)).toBe(0);
  });

  it.each([
    ['changed', (call: { callId: string; body: string }) => [`${call.body} `, headers(call)] as const],
    ['old', (call: { callId: string; body: string }) => [call.body, headers(call, { agedSeconds: 301 })] as const],
    ['unsigned', (call: { callId: string; body: string }) => [call.body, {}] as const],
    ['empty', (call: { callId: string; body: string }) => ['', headers(call)] as const],
  ])('the sample for the Standard Webhooks library asks for a retry of an event that is %s', async (_what, sent) => {
    const call = aCall();
    expect(await sample.post(...sent(call))).toBe(503);
    expect(sample.timesWorked(call.callId)).toBe(0);
    expect(sample.printed()).not.toMatch(/^ {4}at /m);
  });
});
