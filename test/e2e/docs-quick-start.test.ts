import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { freePort, isListening } from '../../tooling/machine/free-port.ts';
import { linkEngine } from '../clients/sandbox/installed-sandbox.ts';
import { quickStartOf } from '../partner-docs/site/page-reader.ts';
import { running } from '../support/service/world.ts';
import { until } from '../support/until.ts';

/** A partner has only the address of the pages. The registry is for the engine, which this machine has already. */
const environment = {
  PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter),
  HOME: process.env['HOME'],
  npm_config_registry: 'http://127.0.0.1:9',
  npm_config_fetch_retries: '0',
  npm_config_audit: 'false',
};

describe('the quick start of the documentation', () => {
  const folder = mkdtempSync(join(tmpdir(), 'quick-start-'));
  const terminal = join(folder, 'terminal.txt');
  let sandbox: ChildProcess;
  let install: { readonly said: string; readonly exitCode: number | null };
  let tour: { readonly said: string; readonly exitCode: number | null };
  let listenerPort: number;

  beforeAll(async () => {
    const quickStart = quickStartOf(await (await fetch(running().docsUrl)).text());
    install = paste(quickStart.install);
    linkEngine(folder);
    sandbox = spawn('bash', ['-c', `exec ${quickStart.sandbox}`], {
      ...{ cwd: folder, env: environment, stdio: ['ignore', 'pipe', 'inherit'] },
    });
    listenerPort = await freePort();
    tour = paste(`${await exportsOf(sandbox)}\n${withoutChance(quickStart.tour)}`);
  }, 300_000);
  afterAll(() => {
    sandbox?.kill();
    rmSync(folder, { recursive: true });
  });

  /** Returns the lines that the page tells the reader to paste into the second terminal. */
  async function exportsOf({ stdout }: ChildProcess): Promise<string> {
    let text = '';
    for await (const chunk of stdout ?? []) {
      text += chunk;
      if (text.includes('curl -s')) break;
    }
    return [...text.matchAll(/^export .*/gm)].join('\n');
  }

  /**
   * Replaces the parts of the commands that depend on luck. Another test run may use the port of the listener. The two
   * sleeps of two seconds may be too short for the start of the listener and for the delivery.
   */
  function withoutChance(commands: string) {
    const changes = [
      ['http://127.0.0.1:9100/', `http://127.0.0.1:${listenerPort}/`],
      ['--port 9100', `--port ${listenerPort}`],
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
      ...{ cwd: folder, env: environment, stdio: ['ignore', file, file], timeout: 250_000 },
    });
    closeSync(file);
    return { said: readFileSync(terminal, 'utf8'), exitCode: status };
  }

  it('the quick start of the documentation installs the packages from the documentation site', () => {
    expect(install).toEqual({ said: expect.stringMatching(/added \d packages/), exitCode: 0 });
    const lock = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
    expect(lock.packages['node_modules/partner-lines-sandbox'].resolved).toContain(running().docsUrl);
  });

  it('the quick start of the documentation sets up a folder for ES modules', () => {
    expect(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).type).toBe('module');
  });

  it('all commands of the quick start succeed when they are pasted in order', () => {
    expect(tour).toEqual({ said: tour.said, exitCode: 0 });
  });

  it('the quick start of the documentation creates a line, sets its agent and registers a webhook', () => {
    expect(tour.said).toMatch(/"tenantId":"tn_\w+","name":"Corner Cafe"/);
    expect(tour.said).toContain('"greeting":"Corner Cafe, hello!"');
    expect(tour.said).toMatch(/"signingSecret":"whsec_[0-9a-f]+"/);
  });

  it('the quick start of the documentation shows that the signature of an event is genuine', () => {
    expect(tour.said).toMatch(/genuine: call \w+ of line tn_\w+ → 200/);
    expect(tour.said).toContain('Wants a table for two.');
  });

  it('the quick start of the documentation lists the call through the API', () => {
    expect(tour.said).toMatch(/"calls":\[\{"callId":"call_\w+"/);
  });

  it('the quick start of the documentation leaves no listener process running', async () => {
    // The last command tells the listener to stop, and does not wait for it.
    await until(async () => !(await isListening(listenerPort)), 30);
  });
});
