import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type Reporter, reporter } from '../../../local/reporting/reporter.ts';
import { createTerminal } from '../../../local/reporting/terminal.ts';
import { HOSTILE, steeringIn } from '../../support/hostile/hostile-text.ts';

const SHOWN = expect.stringMatching(/^\d\d:\d\d:\d\d .*x\\u001b\[2J\\u001b\]52;c;cm0gLXJm\\u0007\\u000d\\u000apt_0/);
const REQUEST = { method: 'GET', path: '/', status: 404, durationMs: 1, requestId: 'r', sourceIp: '::1' };

describe('the terminal output and the log of the local service', () => {
  let folder: string;
  let lines: string[];
  let report: Reporter;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'reporter-'));
    lines = [];
    const print = (text: string) => void lines.push(text);
    report = await reporter(folder, Date.now, createTerminal({ out: print, err: print }));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('the local service prints text of callers, receivers and functions with escaped control characters', async () => {
    const names = { callId: HOSTILE, status: HOSTILE, outcome: HOSTILE };
    const attempt = { message: 'Delivery attempted', attempt: 1, durationMs: 1, ...names };
    const failure = { message: 'Invocation failed', errorMessage: HOSTILE };
    const of = (record: object) => ({ functionName: 'deliver-webhook', line: JSON.stringify(record) });
    report.request({ ...REQUEST, method: HOSTILE, path: `/${HOSTILE}` });
    report.functionLog(of(attempt));
    report.functionLog(of(failure));
    report.fault(new Error(HOSTILE));
    report.fault(HOSTILE);
    await report.close();
    expect(lines).toEqual(Array.from({ length: 5 }, () => SHOWN));
    expect(steeringIn(lines.join('\n'))).toEqual([]);
    expect(lines.join('')).not.toContain('\n');
  });

  it('the local service logs a partner notice without the contact', async () => {
    const message = JSON.stringify({ id: 'n-1', state: 'failing', contact: 'ops@acme.example' });
    report.published({ topic: 'partner-notices', message });
    await report.close();
    const written = readFileSync(report.logFile, 'utf8');
    expect(written).toContain('"published":{"id":"n-1","state":"failing"}');
    expect(written).not.toContain('ops@acme.example');
  });

  it('the local service prints only the first 100 characters of a long request path', async () => {
    report.request({ ...REQUEST, path: `/${'x'.repeat(500)}` });
    await report.close();
    expect(lines).toEqual([expect.stringMatching(/^\S+ GET \/x{99}… 404 1 ms$/)]);
  });

  it('the local log has one JSON line per event', async () => {
    report.fault(HOSTILE);
    await report.close();
    const [heading, event = '', ...more] = readFileSync(report.logFile, 'utf8').trimEnd().split('\n');
    expect(heading).toContain('The log begins');
    expect(steeringIn(event)).toEqual([]);
    expect(JSON.parse(event)).toMatchObject({ message: HOSTILE });
    expect(more).toEqual([]);
  });
});
