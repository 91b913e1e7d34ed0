import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { buildSite } from '../../partner-docs/site/site.ts';
import { freePort } from '../../tooling/machine/ports.ts';
import { quickStartOf } from '../partner-docs/site/page-reader.ts';
import { newDataDir, removeDataDir, type Service, startService } from '../support/service/service.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const START = 'npm start -- ';

describe('the quick start of the documentation', () => {
  const dataDir = newDataDir();
  const terminal = join(dataDir, 'terminal.txt');
  let service: Service;
  let said: string;
  let exitCode: number | null;
  let listenerPort: number;

  /**
   * This service has its own ports and folder. Its documentation page contains them, so the commands can be pasted as
   * they are.
   */
  beforeAll(async () => {
    const start =
      quickStartOf(buildSite().get('index.html') ?? '').service.find((line) => line.startsWith(START)) ?? '';
    const flags = start.slice(START.length).split(' ');
    service = await startService(dataDir, [...flags, '--retry-base-seconds', '0.2']);
    const { tour } = quickStartOf(await (await fetch(String(service.ready['docsUrl']))).text());
    listenerPort = await freePort();
    ({ said, exitCode } = paste(withoutChance(tour.join('\n'))));
  }, 120_000);
  afterAll(async () => {
    await service.stop();
    removeDataDir(dataDir);
  });

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

  it('runs to its end when its commands are pasted in order', () => {
    expect({ said, exitCode }).toEqual({ said, exitCode: 0 });
  });

  it('calls whoami, creates a line, sets its agent and registers a webhook', () => {
    expect(said).toContain(`"partnerId":"${service.ready.demo.partnerId}"`);
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
    await expect(fetch(`http://127.0.0.1:${listenerPort}`)).rejects.toThrow();
  });
});
