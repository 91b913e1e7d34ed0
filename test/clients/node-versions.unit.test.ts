import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { projectDir } from '../../tooling/project-dir.ts';

const read = (file: string) => readFileSync(join(projectDir(), file), 'utf8');
const manifest = z.object({ engines: z.object({ node: z.string().startsWith('>=') }) });

/** Returns the lowest version of Node that the manifest of a package permits. */
const lowestNode = (folder: string) =>
  manifest.parse(JSON.parse(read(`clients/${folder}/package.json`))).engines.node.slice(2);

const SANDBOX = lowestNode('sandbox');
const [MAJOR, MINOR] = SANDBOX.split('.');
const SKILL = 'partner-docs/skills/partner-lines/SKILL.md';

describe('the lowest version of Node in the manifest of each package', () => {
  it.each([
    ['clients/typescript/README.md', `runs on Node ${lowestNode('typescript')} or later`],
    [SKILL, `requests to the API, with retries and types. It needs Node ${lowestNode('typescript')} or later`],
    ['clients/receiver/README.md', `runs on Node ${lowestNode('receiver')} or later`],
    [SKILL, `has the command \`partner-lines-webhooks\`. It needs Node ${lowestNode('receiver')} or later`],
    ['clients/receiver/build.ts', `target: 'node${lowestNode('receiver')}'`],
    ['clients/voice-platform/README.md', `runs on Node ${lowestNode('voice-platform')} or later`],
    ['clients/sandbox/README.md', `You need Node ${SANDBOX} or later`],
    ['clients/sandbox/bin.cjs', `major > ${MAJOR} || (major === ${MAJOR} && minor >= ${MINOR})`],
    ['clients/sandbox/bin.cjs', `needs Node ${SANDBOX} or later`],
    ['clients/sandbox/src/host-process.ts', `NODE = [${MAJOR}, ${MINOR}]`],
    ['local/sandbox/build.ts', `target: 'node${SANDBOX}'`],
    ['partner-docs/pages/testing.md', `You need Node ${SANDBOX} or later`],
    [SKILL, `for tests. It needs Node ${SANDBOX} or later`],
  ])('%s contains "%s"', (file, text) => {
    expect(read(file)).toContain(text);
  });
});
