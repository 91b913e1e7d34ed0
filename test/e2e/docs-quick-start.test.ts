import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { freePort, isListening } from '../../tooling/machine/ports.ts';
import { quickStartOf } from '../partner-docs/site/page-reader.ts';
import { running } from '../support/service/world.ts';
import { until } from '../support/until.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

describe('the quick start of the documentation', () => {
  const folder = mkdtempSync(join(tmpdir(), 'quick-start-'));
  const terminal = join(folder, 'terminal.txt');
  const { docsUrl, demo } = running();
  let service: readonly string[];
  let said: string;
  let exitCode: number | null;
  let listenerPort: number;

  /** The documentation of the running service has its ports and folder, so the commands can be pasted as they are. */
  beforeAll(async () => {
    const quickStart = quickStartOf(await (await fetch(docsUrl)).text());
    service = quickStart.service;
    listenerPort = await freePort();
    ({ said, exitCode } = paste(withoutChance(quickStart.tour.join('\n'))));
  }, 120_000);
  afterAll(() => rmSync(folder, { recursive: true }));

  /**
   * Replaces the parts of the commands that depend on luck. Another test run may use the port of the listener. The two
   * sleeps of two seconds may be too short for the start of the listener and for the delivery.
   */
  function withoutChance(commands: string) {
    const changes = [
      ['http://127.0.0.1:9100/', `http://127.0.0.1:${listenerPort}/`],
      ['webhook:listen -- ', `webhook:listen -- --port ${listenerPort} `],
      ['sleep 2', `until (exec 3<>/dev/tcp/127.0.0.1/${listenerPort}) 2>/dev/null; do sleep 0.1; done`],
      ['sleep 2', `until grep -q genuine ${terminal}; do sleep 0.1; done`],
    ] as const;
    return changes.reduce((text, [written, instead]) => {
      expect(text).toContain(written);
      return text.replace(written, instead);
    }, commands);
  }

  function paste(commands: string) {
    const file = openSync(terminal, 'w');
    const { status } = spawnSync('bash', ['-euo', 'pipefail', '-c', commands], {
      cwd: ROOT,
      stdio: ['ignore', file, file],
      timeout: 90_000,
    });
    closeSync(file);
    return { said: readFileSync(terminal, 'utf8'), exitCode: status };
  }

  it('starts the service with a flag that the service of this run has too', () => {
    expect(service).toContain('npm start -- --allow-local-webhooks');
  });

  it('runs to its end when its commands are pasted in order', () => {
    expect({ said, exitCode }).toEqual({ said, exitCode: 0 });
  });

  it('calls whoami, creates a line, sets its agent and registers a webhook', () => {
    expect(said).toContain(`"partnerId":"${demo.partnerId}"`);
    expect(said).toMatch(/"tenantId":"tn_\w+","name":"Corner Cafe"/);
    expect(said).toContain('"greeting":"Corner Cafe, hello!"');
    expect(said).toMatch(/"signingSecret":"whsec_[0-9a-f]+"/);
  });

  it('shows the recorded call when its event arrives, and says that the signature is genuine', () => {
    expect(said).toMatch(/genuine: call \w+ of line tn_\w+ → 200/);
    expect(said).toContain('"Wants a table for two."');
  });

  it('shows the delivery to the operator, and the call with a masked number to the partner', () => {
    expect(said).toMatch(/\bdelivered\b/);
    expect(said).toMatch(/"callerNumber":"[^"]*4567"/);
    expect(said).not.toMatch(/"callerNumber":"\+1555/);
  });

  it('leaves no listener running', async () => {
    // The last command tells the listener to stop, and does not wait for it.
    await until(async () => !(await isListening(listenerPort)), 30);
  });
});
