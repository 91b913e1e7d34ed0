import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { platformReport } from '../../local/aws/lambda/environments/platform-report.ts';
import { CARRIER_RELEASE_FAILED } from '../../shared/contract/failures.ts';
import type { NoResponse } from '../../shared/domain/deliveries/retry-policy.ts';
import { LOG_MESSAGES } from '../../shared/names/log-messages.ts';
import { synthesized } from '../lib/synthesized.ts';
import { only, propertiesOf } from '../lib/template-reader.ts';
import { matches } from '../support/aws/filter-pattern.ts';

const { stateful, service } = synthesized('prod');
const accessLog = z.object({ AccessLogSetting: z.object({ Format: z.string() }) });

/** A line of the access log, in the format of the template. API Gateway fills in the variables as text. */
function accessLine(status: string, sourceIp = '192.0.2.1', errorResponseType = '-') {
  const { Format } = accessLog.parse(only(service, 'AWS::ApiGateway::Stage').Properties).AccessLogSetting;
  const values: Readonly<Record<string, string>> = {
    '$context.status': status,
    '$context.identity.sourceIp': sourceIp,
    '$context.authorizer.partnerId': 'pt_1',
    '$context.error.responseType': errorResponseType,
  };
  return z
    .record(z.string(), z.unknown())
    .parse(JSON.parse(Format.replaceAll(/\$context[\w.]+/g, (name) => values[name] ?? '-')));
}

const request = (status: number, outcome: string, durationMs = 9) => ({
  level: 'INFO',
  message: LOG_MESSAGES.requestAnswered,
  status,
  outcome,
  durationMs,
});
const attempt = (status: string, number = 1, outcome = 'status 503') => ({
  level: 'INFO',
  message: LOG_MESSAGES.deliveryAttempted,
  attempt: number,
  status,
  outcome,
});
const about = (message: string, more: object = {}) => ({ level: 'INFO', message, ...more });
const fault = { level: 'ERROR', message: LOG_MESSAGES.unexpectedFault, error: { name: 'Error', message: 'bad' } };
const blocked: NoResponse = 'blocked address';

function lambdaReport(ok: boolean) {
  const error = { errorType: 'Sandbox.Timedout', errorMessage: 'Task timed out after 5.00 seconds' };
  const ended = { requestId: 'r', isUsable: false, durationMs: 5_000, initDurationMs: undefined, at: new Date(0) };
  const concluded = ok ? ({ ok, payload: '1' } as const) : ({ ok, error } as const);
  const line = platformReport({ memoryMb: 256, systemLogLevel: 'INFO' }, { ...ended, concluded });
  return z.record(z.string(), z.unknown()).parse(JSON.parse(line ?? '{}'));
}

type Line = Readonly<Record<string, unknown>>;

/** By pattern: a line that the command must find, and one that it must leave out. */
const CASES: Readonly<Record<string, readonly [found: Line, leftOut: Line]>> = {
  ERROR: [fault, attempt('delivered')],
  CARRIER_RELEASE_FAILED: [request(502, CARRIER_RELEASE_FAILED.code), request(200, 'ok')],
  '"Delivery attempted"': [attempt('delivered'), fault],
  '"Request denied"': [about(LOG_MESSAGES.requestDenied), request(200, 'ok')],
  '"Wake-up dropped"': [about(LOG_MESSAGES.wakeUpDropped), about(LOG_MESSAGES.wakeUpNotAccepted)],
  '"blocked address"': [attempt('pending', 1, blocked), attempt('pending')],
  '{ ($.attempt = 1) && ($.status != "delivered") }': [attempt('pending'), attempt('pending', 2)],
  '{ $.durationMs > 1000 }': [request(200, 'ok', 1_001), request(200, 'ok', 1_000)],
  '{ $.durationMs > 5000 }': [request(200, 'ok', 5_001), request(200, 'ok', 5_000)],
  '{ ($.status = 503) || ($.status = 409) }': [
    request(409, 'EXTERNAL_ID_EXISTS'),
    request(402, 'TENANT_QUOTA_EXCEEDED'),
  ],
  '{ ($.status >= 500) && ($.status != 502) }': [request(503, 'contended'), request(502, CARRIER_RELEASE_FAILED.code)],
  '{ $.status = "5*" }': [accessLine('504'), accessLine('404')],
  '{ $.status = "401" }': [accessLine('401'), accessLine('403')],
  '{ $.status = "429" }': [accessLine('429'), accessLine('200')],
  '{ ($.gatewayResponse = "THROTTLED") || ($.gatewayResponse = "WAF_FILTERED") }': [
    accessLine('429', '192.0.2.1', 'WAF_FILTERED'),
    accessLine('429'),
  ],
  '{ ($.sourceIp = "ADDRESS") && ($.partnerId = "pt_*") }': [accessLine('200', 'ADDRESS'), accessLine('200')],
  '{ ($.type = "platform.report") && ($.record.status != "success") }': [lambdaReport(false), lambdaReport(true)],
};

const runbook = readFileSync('docs/runbook.md', 'utf8');
const COMMAND = /^ *logs (\S+) \d+[mhd](?: (?:'([^']+)'|(\w+)))?$/gm;
const commands = [...runbook.matchAll(COMMAND)].map(([, group = '', quoted, word]) => ({
  group,
  pattern: quoted ?? word,
}));
const groups = propertiesOf(stateful, 'AWS::Logs::LogGroup').map(({ LogGroupName }) => LogGroupName);

describe("the runbook's commands that read logs", () => {
  it('the parser in this test understands every runbook command that reads logs', () => {
    expect(commands).toHaveLength(runbook.match(/^ *logs /gm)?.length ?? 0);
  });

  it("the runbook's commands name only log groups of the stage", () => {
    const named = [...new Set(commands.map(({ group }) => group))].filter((group) => group !== 'NAME');
    expect(groups).toEqual(expect.arrayContaining(named.map((group) => `/partner-lines/prod/${group}`)));
  });

  it("the log patterns in this test are exactly those of the runbook's commands", () => {
    const used = new Set(commands.flatMap(({ pattern }) => pattern ?? []));
    expect([...used].sort()).toEqual(Object.keys(CASES).sort());
  });

  it.each(Object.entries(CASES))(
    'the pattern %s of the runbook finds only the log line that it is for',
    (pattern, lines) => {
      expect(lines.map((line) => matches(pattern, line))).toEqual([true, false]);
    },
  );
});
