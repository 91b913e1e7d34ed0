import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { RETRIED_FOR_HOURS } from '../../../clients/receiver/src/service-rules.ts';
import { SECRET_HINT } from '../../../shared/contract/credential-forms.ts';
import { RESPONSE_LIMIT_MS } from '../../../shared/domain/deliveries/response-timeout.ts';
import { RETRIED_4XX } from '../../../shared/domain/deliveries/retry-policy.ts';
import { OLD_SECRET_ACCEPTED_FOR } from '../../../shared/domain/webhooks/secret-rotation.ts';
import { REPLAY_WINDOW_MINUTES } from '../../../shared/domain/webhooks/signature.ts';
import { projectDir } from '../../../tooling/project-dir.ts';

const CLIENTS = join(projectDir(), 'clients');
const SECONDS = RESPONSE_LIMIT_MS / 1_000;

describe('the rules of the service in the README and the samples', () => {
  it.each([
    `The service waits ${SECONDS} seconds for the response.`,
    `After a 4xx, except ${[...RETRIED_4XX].join(' and ')}, the service does not retry.`,
    `toleranceSeconds = ${REPLAY_WINDOW_MINUTES * 60},`,
    `more than ${REPLAY_WINDOW_MINUTES} minutes old`,
    `more than ${REPLAY_WINDOW_MINUTES} minutes in the future`,
    `Compare the ${SECRET_HINT} of each secret`,
    `After ${OLD_SECRET_ACCEPTED_FOR}, set`,
    `The service retries for about ${RETRIED_FOR_HOURS} hours, so set \`--until\` to ${RETRIED_FOR_HOURS + 1} hours ago`,
  ])('the README of the receiver kit contains "%s"', (text) => {
    expect(readFileSync(join(CLIENTS, 'receiver/README.md'), 'utf8')).toContain(text);
  });

  it('the comment on `toleranceSeconds` states the default', () => {
    const text = readFileSync(join(CLIENTS, 'receiver/src/verify-webhook.ts'), 'utf8');
    expect(text).toContain(`can differ from \`now\`. Default: ${REPLAY_WINDOW_MINUTES * 60}. */`);
  });

  it.each(readdirSync(join(CLIENTS, 'samples')).filter((file) => file !== 'follow-calls.ts'))(
    'the sample %s states how long the service waits for a response',
    (file) => {
      const text = readFileSync(join(CLIENTS, 'samples', file), 'utf8');
      expect(text).toContain(`after ${SECONDS} seconds without a response, the attempt fails`);
    },
  );
});
