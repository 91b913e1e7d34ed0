import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { buildSite } from '../../bin/docs/site.ts';
import { quickStartOf } from '../docs/page-reader.ts';
import { newDataDir, removeDataDir, type Service, startService } from '../support/service.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const START = 'npm start -- ';

describe('the quick start of the documentation', () => {
  const dataDir = newDataDir();
  let service: Service;
  let said: string;
  let exitCode: number | null;

  /** The page of a service on other ports and another folder names these, so its commands can be pasted unchanged. */
  beforeAll(async () => {
    const start =
      quickStartOf(buildSite().get('index.html') ?? '').service.find((line) => line.startsWith(START)) ?? '';
    const flags = start.slice(START.length).split(' ');
    service = await startService(dataDir, [...flags, '--retry-base-seconds', '0.2']);
    const { tour } = quickStartOf(await (await fetch(String(service.ready['docsUrl']))).text());
    ({ said, exitCode } = paste(tour.join('\n')));
  }, 120_000);
  afterAll(async () => {
    await service.stop();
    removeDataDir(dataDir);
  });

  function paste(commands: string) {
    const output = join(dataDir, 'terminal.txt');
    const file = openSync(output, 'w');
    const { status } = spawnSync('bash', ['-euo', 'pipefail', '-c', commands], {
      cwd: ROOT,
      stdio: ['ignore', file, file],
      timeout: 90_000,
    });
    closeSync(file);
    return { said: readFileSync(output, 'utf8'), exitCode: status };
  }

  it('runs to its end when its commands are pasted in order', () => {
    expect({ said, exitCode }).toEqual({ said, exitCode: 0 });
  });

  it('asks whoami, creates a line, sets its agent and registers a webhook', () => {
    expect(said).toContain(`"partnerId":"${service.ready.demo.partnerId}"`);
    expect(said).toMatch(/"tenantId":"tn_\w+","name":"Corner Cafe"/);
    expect(said).toContain('"greeting":"Corner Cafe, hello!"');
    expect(said).toMatch(/"signingSecret":"whsec_[0-9a-f]+"/);
  });

  it('shows the recorded call as it arrives, verified', () => {
    expect(said).toMatch(/genuine: call \w+ of line tn_\w+ → 200/);
    expect(said).toContain('"Wants a table for two."');
  });

  it('shows the delivery to the operator, and the call with a masked number to the partner', () => {
    expect(said).toMatch(/\bdelivered\b/);
    expect(said).toMatch(/"callerNumber":"[^"]*4567"/);
    expect(said).not.toMatch(/"callerNumber":"\+1555/);
  });

  it('leaves no listener behind', async () => {
    await expect(fetch('http://127.0.0.1:9100')).rejects.toThrow();
  });
});
