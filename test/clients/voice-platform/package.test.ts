import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const ROOT = join(import.meta.dirname, '../../..');
const TSC = join(ROOT, 'node_modules/@typescript/native/bin/tsc');
const NAME = 'partner-lines-voice-platform';

/** A look-up, a refusal and a queued call, with functions of our own in place of AWS. */
const PROGRAM = `
  const names = { lineForCall: 'line-for-call:live', recordCall: 'record-call:live' };
  const respond = ({ FunctionName }) => FunctionName === names.lineForCall
    ? { notServed: { reason: 'unknown' }, maxAgeSeconds: 60 } : { refused: { message: 'No line has this id' } };
  const lambda = { invoke: async (request) => ({ Payload: new TextEncoder().encode(JSON.stringify(respond(request))) }) };
  const sqs = { sendMessage: async ({ QueueUrl, MessageBody }) => console.log(QueueUrl, JSON.parse(MessageBody).call.callerNumber) };
  const platform = createVoicePlatform({ invoke: lambdaInvoke(lambda, names), send: sqsSend(sqs, 'queue') });
  const input = { tenantId: 'tn_1', call: { callId: 'c1', summary: 'Hi', callerNumber: '+821012345678' } };
  (async () => {
    console.log(JSON.stringify(await platform.lineForCall({ number: '+821012345678' })));
    console.log(JSON.stringify(await platform.recordCall(input)));
    await platform.enqueueCall(input);
  })();
`;
const PRINTED = [
  '{"notServed":{"reason":"unknown"},"maxAgeSeconds":60}',
  '{"refused":{"message":"No line has this id"}}',
  'queue ****5678',
  '',
].join('\n');

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'voice-platform-'));
  const packed = join(folder, 'packed');
  mkdirSync(packed);
  // Another test may pack it at the same time, in the folder of the package.
  const from = join(ROOT, 'clients/voice-platform');
  const copy = join(folder, 'clients/voice-platform');
  cpSync(from, copy, { recursive: true, filter: (path) => path !== join(from, 'dist') });
  for (const file of ['tsconfig.json', 'clients/build-library.ts']) cpSync(join(ROOT, file), join(folder, file));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  execFileSync('npm', ['pack', '--silent', '--pack-destination', packed], { cwd: copy, stdio: 'pipe' });
  rmSync(join(folder, 'node_modules'));
  const installed = join(folder, 'node_modules', NAME);
  mkdirSync(installed, { recursive: true });
  const [tarball = ''] = readdirSync(packed);
  execFileSync('tar', ['-xzf', join(packed, tarball), '-C', installed, '--strip-components', '1']);
  for (const types of ['@types', '@aws-sdk', '@smithy', 'undici-types']) {
    symlinkSync(join(ROOT, 'node_modules', types), join(folder, 'node_modules', types));
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the package of the voice platform's client", () => {
  const installed = (...path: string[]) => join(folder, 'node_modules', NAME, ...path);
  const node = (...args: string[]) => execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });

  it("the package of the voice platform's client has no dependencies", () => {
    const { dependencies, peerDependencies } = JSON.parse(readFileSync(installed('package.json'), 'utf8'));
    expect([dependencies, peerDependencies]).toEqual([undefined, undefined]);
  });

  it("the package of the voice platform's client contains no sources", () => {
    expect(readdirSync(installed()).sort()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json', 'schemas.json']);
    expect(readdirSync(installed('dist')).sort()).toEqual(['cjs', 'esm']);
  });

  it("the voice platform's client works as an ES module", () => {
    const names = '{ createVoicePlatform, lambdaInvoke, sqsSend }';
    expect(node('--input-type=module', '-e', `import ${names} from '${NAME}'; ${PROGRAM}`)).toBe(PRINTED);
  });

  it("the voice platform's client works as CommonJS", () => {
    const names = '{ createVoicePlatform, lambdaInvoke, sqsSend }';
    const program = `const ${names} = require('${NAME}'); ${PROGRAM}`;
    expect(node('--no-experimental-require-module', '-e', program)).toBe(PRINTED);
  });

  it("the voice platform's client exports the JSON Schemas", () => {
    expect(node('-p', `Object.keys(require('${NAME}/schemas.json').lineForCall).join()`)).toBe('input,response\n');
  });

  it("the types of the voice platform's client work in ES modules and CommonJS", () => {
    const uses = [
      "const names = { lineForCall: 'a', recordCall: 'b' };",
      "const send = sqsSend(new SQS({}), 'queue');",
      'const platform = createVoicePlatform({ invoke: lambdaInvoke(new Lambda({}), names), send });',
      "export const found = platform.lineForCall({ number: '+821012345678' }).then((response) => {",
      "  if ('line' in response) return response.agent.greeting;",
      "  return 'notServed' in response ? response.notServed.reason : response.refused.message;",
      '});',
      '// @ts-expect-error A line is named by its number or its id.',
      'platform.lineForCall({});',
      '// @ts-expect-error A line has one name.',
      "platform.lineForCall({ number: '+821012345678', tenantId: 'tn_1' });",
    ].join('\n');
    const imports = [
      `import { createVoicePlatform, lambdaInvoke, sqsSend } from '${NAME}';`,
      "import { Lambda } from '@aws-sdk/client-lambda';",
      "import { SQS } from '@aws-sdk/client-sqs';",
    ].join('\n');
    for (const file of ['esm.mts', 'cjs.cts']) writeFileSync(join(folder, file), `${imports}\n${uses}`);
    const [, sample] = /```ts\n(.*?)```/s.exec(readFileSync(installed('README.md'), 'utf8')) ?? [];
    const declared = [
      'declare function greet(...settings: object[]): void;',
      'declare function hangUp(reason: string): void;',
      'declare const tenantId: string, callId: string, summary: string, callerNumber: string;',
    ].join('\n');
    writeFileSync(join(folder, 'readme.mts'), `${declared}\n${sample}`);
    const compilerOptions = {
      ...{ strict: true, noEmit: true, target: 'es2022', lib: ['es2022'], module: 'node16' },
      ...{ types: ['node'], skipLibCheck: true },
    };
    const files = ['esm.mts', 'cjs.cts', 'readme.mts'];
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
    const { status, stdout } = spawnSync(process.execPath, [TSC, '-p', '.'], { cwd: folder, encoding: 'utf8' });
    expect([stdout, status]).toEqual(['', 0]);
  });
});
