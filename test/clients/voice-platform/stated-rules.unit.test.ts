import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { DEFAULT_MAX_LINES } from '../../../clients/voice-platform/src/line-copies.ts';
import { LOOK_UP_TIMEOUT_MS, RECORD_TIMEOUT_MS } from '../../../clients/voice-platform/src/time-limits.ts';
import { SUMMARY_LIMIT_BYTES } from '../../../shared/contract/calls/calls.ts';
import { MAX_QUEUED_CALL_BYTES } from '../../../shared/domain/calls/finished-call.ts';
import { CALL_ID_CHARACTERS } from '../../../shared/domain/ids.ts';
import { projectDir } from '../../../tooling/project-dir.ts';

const PAGE = 'docs/voice-platform.md';
const README = 'clients/voice-platform/README.md';
const seconds = (ms: number) => `${ms / 1_000} seconds`;
const MAX_LINES = DEFAULT_MAX_LINES.toLocaleString('en');

describe('the limits in texts for the voice platform', () => {
  it.each([
    [PAGE, `Use a timeout of ${seconds(LOOK_UP_TIMEOUT_MS)} for \`line-for-call\``],
    [PAGE, `Use a timeout of ${seconds(RECORD_TIMEOUT_MS)} for \`record-call\``],
    [PAGE, `| summary | ${SUMMARY_LIMIT_BYTES / 1_024} KiB in UTF-8 |`],
    [PAGE, `at most ${CALL_ID_CHARACTERS} visible ASCII characters`],
    [PAGE, `as the body of a message, with at most ${MAX_QUEUED_CALL_BYTES / 1_024} KiB`],
    [README, `throws (400, above ${MAX_QUEUED_CALL_BYTES / 1_024} KiB)`],
    [README, `how many copies the process keeps; default: ${MAX_LINES}`],
    ['clients/voice-platform/src/types.ts', `at most ${SUMMARY_LIMIT_BYTES / 1_024} KiB in UTF-8`],
    ['clients/voice-platform/src/voice-platform.ts', `kept in memory. Default: ${MAX_LINES}.`],
  ])('%s contains "%s"', (file, text) => {
    expect(readFileSync(join(projectDir(), file), 'utf8')).toContain(text);
  });
});
