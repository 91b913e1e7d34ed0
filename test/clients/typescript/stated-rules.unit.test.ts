import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { connectionOf } from '../../../clients/typescript/src/connection.ts';
import { FOLLOW_EVERY_MS } from '../../../clients/typescript/src/follow-calls.ts';
import { LARGEST_PAGE, RATE_WINDOW_MS } from '../../../clients/typescript/src/service-rules.ts';
import { projectDir } from '../../../tooling/project-dir.ts';

const { maxAttempts, maxWaitMs, timeoutMs } = connectionOf({ apiKey: 'key', baseUrl: 'http://localhost' });
const seconds = (ms: number) => `${ms / 1_000} seconds`;
const NEXT_WINDOW = (RATE_WINDOW_MS + 10_000).toLocaleString('en');

const README = 'clients/typescript/README.md';
const OPTIONS = 'clients/typescript/src/connection.ts';
const SKILL = 'partner-docs/skills/partner-lines/SKILL.md';

describe("the client library's defaults and limits in texts for partners", () => {
  it.each([
    [README, `each page of a list; ${maxAttempts} by default.`],
    [README, `one method call or page; ${seconds(maxWaitMs)} by default.`],
    [README, `one attempt, ${seconds(timeoutMs)} by default.`],
    [README, `set \`maxWaitMs\` to ${NEXT_WINDOW}.`],
    [README, `set \`limit: ${LARGEST_PAGE}\` to send fewer requests`],
    [README, `reads the list every ${seconds(FOLLOW_EVERY_MS)}`],
    [OPTIONS, `one attempt. Default: ${seconds(timeoutMs)}.`],
    [OPTIONS, `a request of its own. Default: ${maxAttempts}.`],
    [OPTIONS, `throws instead. Default: ${seconds(maxWaitMs)}.`],
    [OPTIONS, `the next window of the rate limit, set ${NEXT_WINDOW}.`],
    ['clients/typescript/src/client.ts', `can make it longer. Default: ${seconds(FOLLOW_EVERY_MS)}.`],
    ['clients/receiver/README.md', `reads the list of calls every ${seconds(FOLLOW_EVERY_MS)}`],
    [SKILL, `last at most ${seconds(maxWaitMs)} in total`],
    [SKILL, `set \`maxWaitMs\` to ${NEXT_WINDOW}.`],
  ])('%s contains "%s"', (file, text) => {
    expect(readFileSync(join(projectDir(), file), 'utf8')).toContain(text);
  });
});
