import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { anchors, type PageName } from '../anchors.ts';
import { codeBlock, codeTabs } from '../code-block.ts';
import { type Html, html } from '../html.ts';

const CLIENTS = join(import.meta.dirname, '../../../clients');

/** The receivers that partners can copy, in the order of the page. */
export const SAMPLES = [
  { file: 'node-http.ts', name: 'Node', language: 'ts' },
  { file: 'express.ts', name: 'Express', language: 'ts' },
  { file: 'fastify.ts', name: 'Fastify', language: 'ts' },
  { file: 'nextjs-route.ts', name: 'Next.js', language: 'ts' },
  { file: 'aws-lambda.ts', name: 'AWS Lambda', language: 'ts' },
  { file: 'standard-webhooks.ts', name: 'Express, with the library of Standard Webhooks', language: 'ts' },
  { file: 'webhook_receiver.py', name: 'Python', language: 'python' },
  { file: 'webhook_receiver.go', name: 'Go', language: 'go' },
  { file: 'WebhookReceiver.java', name: 'Java', language: 'java' },
  { file: 'webhook_receiver.php', name: 'PHP', language: 'php' },
] as const;

export const sampleText = (file: string): string => readFileSync(join(CLIENTS, 'samples', file), 'utf8');

/** The sample that reads the new calls of a line from the API, so it needs no webhook. */
const FOLLOW_CALLS = { file: 'follow-calls.ts', name: 'TypeScript', language: 'ts' } as const;

export function pageOfSample(file: string): PageName | undefined {
  if (file === FOLLOW_CALLS.file) return 'guide';
  return SAMPLES.some((sample) => sample.file === file) ? 'webhooks' : undefined;
}

/** Returns the sample receivers, each in a folded section. */
export const sampleSections = (): readonly Html[] => SAMPLES.map(sampleSection);

export const followCallsSection = (): Html => sampleSection(FOLLOW_CALLS);

const sampleSection = ({ file, name, language }: (typeof SAMPLES)[number] | typeof FOLLOW_CALLS): Html => html`
<details class="fold" id="${anchors.sample(file)}">
<summary>${name} <code>${file}</code></summary>
${codeBlock(sampleText(file), language)}
</details>
`;

const SANDBOX_TESTS = [
  { file: 'jest.test.cjs', name: 'Jest' },
  { file: 'vitest.test.mjs', name: 'Vitest' },
  { file: 'node.test.mjs', name: 'node:test' },
];

/** Returns the tests of the sandbox package unchanged, as tabs. */
export const sandboxTests = (): Html =>
  codeTabs(
    'sandbox-tests',
    SANDBOX_TESTS.map(({ file, name }) => ({
      name,
      language: 'js',
      code: readFileSync(join(CLIENTS, 'sandbox/samples', file), 'utf8'),
    })),
  );
