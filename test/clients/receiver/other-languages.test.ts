import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { itReceivesWell } from './receives-well.ts';
import { type Program, startSample } from './running-sample.ts';
import { MULTI_SECRET_VECTORS, NOW_UNIX_SECONDS, STANDARD_VECTORS, VECTORS } from './vectors.ts';

const SAMPLES = join(import.meta.dirname, '../../../clients/samples');
const DRIVERS = join(import.meta.dirname, 'drivers');

interface Language {
  readonly name: string;
  /** A command that succeeds where the language's tools are installed. */
  readonly probe: readonly [string, string];
  /** Whether the sample is skipped if its tools are missing. A line in the output then says so. */
  readonly isOptional: boolean;
  /** Copies the sample into the folder and compiles it there if necessary. */
  readonly prepare: (folder: string) => void;
  readonly vectors: (folder: string) => Program;
  /** A program that verifies the headers of Standard Webhooks as its library for the language does. */
  readonly standard?: Program;
  readonly receiver: (folder: string, port: number) => Program;
}

/**
 * Java's fast compiler and a single collector thread. Programs that run for a second need half the CPU time with them.
 */
const JVM = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];

const run = (cwd: string, command: string, ...args: string[]) => execFileSync(command, args, { cwd, stdio: 'pipe' });
const copy = (folder: string, ...files: string[]) => {
  for (const file of files) cpSync(file, join(folder, file.slice(file.lastIndexOf('/') + 1)));
};

const LANGUAGES: readonly Language[] = [
  {
    name: 'Python',
    probe: ['python3', '--version'],
    isOptional: false,
    prepare: (folder) => copy(folder, join(SAMPLES, 'webhook_receiver.py'), join(DRIVERS, 'run_vectors.py')),
    vectors: (cwd) => ({ command: 'python3', args: ['run_vectors.py'], cwd }),
    standard: { command: 'python3', args: ['standard_webhooks.py'], cwd: DRIVERS },
    receiver: (cwd) => ({ command: 'python3', args: ['webhook_receiver.py'], cwd }),
  },
  {
    name: 'Java',
    probe: ['javac', '-version'],
    isOptional: true,
    prepare: (folder) => {
      copy(folder, join(SAMPLES, 'WebhookReceiver.java'), join(DRIVERS, 'RunVectors.java'));
      const options = [...JVM.map((option) => `-J${option}`), '-encoding', 'UTF-8', '-d', 'classes'];
      run(folder, 'javac', ...options, 'WebhookReceiver.java', 'RunVectors.java');
    },
    vectors: (cwd) => ({ command: 'java', args: [...JVM, '-cp', 'classes', 'RunVectors'], cwd }),
    receiver: (cwd) => ({ command: 'java', args: [...JVM, 'WebhookReceiver.java'], cwd }),
  },
  {
    name: 'Go',
    probe: ['go', 'version'],
    isOptional: true,
    prepare: (folder) => {
      copy(folder, join(SAMPLES, 'webhook_receiver.go'), join(DRIVERS, 'vectors_test.go'));
      writeFileSync(join(folder, 'go.mod'), 'module receiver\n\ngo 1.19\n');
      run(folder, 'go', 'vet', '.');
      run(folder, 'go', 'test', '-c', '-o', 'vectors', '.');
      run(folder, 'go', 'build', '-o', 'receiver', '.');
    },
    vectors: (cwd) => ({ command: './vectors', args: [], cwd }),
    standard: { command: 'go', args: ['run', 'standard_webhooks.go'], cwd: DRIVERS },
    receiver: (cwd) => ({ command: './receiver', args: [], cwd }),
  },
  {
    name: 'PHP',
    probe: ['php', '--version'],
    isOptional: true,
    prepare: (folder) => copy(folder, join(SAMPLES, 'webhook_receiver.php'), join(DRIVERS, 'run_vectors.php')),
    vectors: (cwd) => ({ command: 'php', args: ['run_vectors.php', 'webhook_receiver.php'], cwd }),
    receiver: (cwd, port) => ({
      command: 'php',
      args: ['-S', `127.0.0.1:${port}`, 'webhook_receiver.php'],
      cwd,
      env: { STORE: join(cwd, 'calls') },
    }),
  },
];

const base64 = (text: string | Buffer) => Buffer.from(text).toString('base64');
const ALL_VECTORS = [
  ...VECTORS.map(({ secret, ...vector }) => ({ ...vector, secrets: [secret] })),
  ...MULTI_SECRET_VECTORS,
];
const QUESTIONS = ALL_VECTORS.map(({ secrets, header, bytes }) =>
  [NOW_UNIX_SECONDS, ...[header, bytes, ...secrets].map(base64)].join('\t'),
).join('\n');
/** The expected results. These samples verify signatures and do not parse events, so they accept a malformed event. */
const RESPONSES = ALL_VECTORS.map(({ name, expected }) => [
  name,
  expected === 'EVENT_MALFORMED' ? 'GENUINE' : expected,
]);

const STANDARD_QUESTIONS = STANDARD_VECTORS.map(({ secret, headers, body }) =>
  [
    NOW_UNIX_SECONDS,
    ...['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => base64(headers[name] ?? '')),
    ...[body, secret].map(base64),
  ].join('\t'),
).join('\n');

function findingsOf({ command, args, cwd }: Program, questions: string): readonly string[] {
  return execFileSync(command, args, { cwd, input: `${questions}\n`, encoding: 'utf8' })
    .trim()
    .split('\n');
}

for (const { name, probe, isOptional, prepare, vectors, standard, receiver } of LANGUAGES) {
  const isMissing = spawnSync(probe[0], [probe[1]]).status !== 0;
  if (isMissing && isOptional) {
    process.stdout.write(`\n== SKIPPED: the ${name} sample (needs ${probe[0]} on the PATH)\n`);
  }

  const describeIfInstalled = isMissing && isOptional ? describe.skip : describe; // no runtime here: printed above
  describeIfInstalled(`the ${name} sample`, () => {
    let folder: string;
    beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), 'sample-'));
      prepare(folder);
    });
    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    it(`the ${name} sample verifies each X-Service-Signature of the test vectors as expected`, () => {
      const findings = findingsOf(vectors(folder), QUESTIONS);
      expect(ALL_VECTORS.map((vector, index) => [vector.name, findings[index]])).toEqual(RESPONSES);
    });

    if (standard) {
      it(`the vectors of Standard Webhooks give the expected results in ${name}, with its standard library`, () => {
        const findings = findingsOf(standard, STANDARD_QUESTIONS);
        expect(STANDARD_VECTORS.map((vector, index) => [vector.name, findings[index]])).toEqual(
          STANDARD_VECTORS.map((vector) => [vector.name, vector.expected]),
        );
      });
    }

    const running = itReceivesWell(() => startSample((port) => receiver(folder, port)));

    // Only the Python sample must check lengths, because the HTTP servers of the other samples check lengths
    // themselves.
    if (name === 'Python') {
      it.each([
        ['a negative length', { 'Content-Length': '-1' }, ''],
        ['a length that is not a number', { 'Content-Length': 'abc' }, ''],
        ['a chunk of negative size', { 'Transfer-Encoding': 'chunked' }, '-5\r\nhello\r\n0\r\n\r\n'],
        ['a chunk above 1 MB', { 'Transfer-Encoding': 'chunked' }, 'f4241\r\n'],
      ])('the Python sample rejects a body with %s', async (_what, headers, body) => {
        expect(await running().postBytes(body, headers)).toBe(400);
      });
    }
  });
}
