import { setTimeout } from 'node:timers/promises';
import { Lambda } from '@aws-sdk/client-lambda';
import { SQS } from '@aws-sdk/client-sqs';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { createVoicePlatform, lambdaInvoke, sqsSend } from '../../clients/voice-platform/src/index.ts';
import { clientSettings } from '../../tooling/local-service.ts';
import { operator } from '../support/service/operator.ts';
import { ownService } from '../support/service/own-service.ts';
import type { Service } from '../support/service/service.ts';
import { newPartner } from '../support/service/world.ts';
import { until } from '../support/until.ts';

/** The alarms are raised only if there are at least twenty calls. */
const TWENTY = Array.from({ length: 20 }, (_, n) => n);

/** Returns a function that makes clients. A new client has no copies of lines, so it looks up each line. */
function clientsOf({ lambdaEndpoint, sqsEndpoint, credentials, outputs, intakeQueueUrl }: Service['ready']) {
  const names = { lineForCall: outputs.LineForCallFunctionName, recordCall: outputs.RecordCallFunctionName };
  const invoke = lambdaInvoke(new Lambda({ ...clientSettings(lambdaEndpoint, credentials), maxAttempts: 1 }), names);
  const send = sqsSend(new SQS(clientSettings(sqsEndpoint, credentials)), intakeQueueUrl);
  // A busy machine may need longer for a response than a caller on the line would wait.
  const wait = (ms: number) => setTimeout(ms * 10, undefined, { ref: false });
  return () => createVoicePlatform({ invoke, send, wait });
}

describe('the alarms on finished calls in the local service', () => {
  const service = ownService();
  const { dataDir } = service;
  let newClient: ReturnType<typeof clientsOf>;
  let tenantId: string;
  beforeAll(async () => {
    newClient = clientsOf(service.ready);
    ({ tenantId } = await (await newPartner({}, service.ready)).createLine());
  });

  const raised = async () => {
    const alarms = await operator<{ name: string; runbook: string }[]>(dataDir, ['alarms', '--state', 'ALARM']);
    return alarms.map(({ name, runbook }) => `${name.replace('partner-lines-dev-', '')}: ${runbook}`);
  };
  /** A call as a new release of the platform sends it, with a value that nobody agreed on. */
  const call = (n: number) => ({ callId: `call-${n}`, summary: 'Two at seven', callType: 'video' });

  it('alarms are raised within a minute if every call has an unknown callType', async () => {
    for (const n of TWENTY) {
      const client = newClient();
      await client.lineForCall({ tenantId });
      // The input is parsed from JSON, because in other languages no types would find the mistake.
      const input = JSON.parse(JSON.stringify({ tenantId, call: call(n) }));
      if (n % 2 === 0) await client.recordCall(input);
      else await client.enqueueCall(input);
    }
    const expected = [
      'calls-refused: docs/runbook.md#calls-are-refused',
      'calls-refused-many: docs/runbook.md#calls-are-refused',
      'calls-stopped: docs/runbook.md#calls-are-answered-but-not-recorded',
    ];
    await until(async () => expected.every(Set.prototype.has, new Set(await raised())), 60);

    const listed = await operator<{ callId: string; way: string; reason: string }[]>(dataDir, ['call', 'refused']);
    const reason = 'call.callType: must be one of phone, web';
    expect(listed.toSorted((a, b) => Number(a.callId.slice(5)) - Number(b.callId.slice(5)))).toMatchObject(
      TWENTY.map((n) => ({ callId: `call-${n}`, way: n % 2 === 0 ? 'invoked' : 'queued', reason })),
    );
  });

  it('the alarm calls-stopped ends after a call is recorded', async () => {
    const recorded = await newClient().recordCall({ tenantId, call: { ...call(0), callType: 'phone' } });
    expect(recorded).toMatchObject({ alreadyStored: false });
    expect((await raised()).filter((alarm) => alarm.startsWith('calls-stopped'))).toEqual([]);
  });
});

describe('the alarm `calls-stopped` with `--alarm-period-seconds 1`', () => {
  const service = ownService(['--alarm-period-seconds', '1']);

  it('the alarm calls-stopped is raised if calls are no longer recorded while lines are still looked up', async () => {
    const newClient = clientsOf(service.ready);
    const { tenantId } = await (await newPartner({}, service.ready)).createLine();
    const call = { callId: 'the-last-call', summary: 'Two at seven' };
    await newClient().recordCall({ tenantId, call });
    const isRaised = () => service.output().includes('ALARM partner-lines-dev-calls-stopped: ');
    // One look-up per question is enough: the alarm needs twenty in half a minute.
    await until(async () => {
      await newClient().lineForCall({ tenantId });
      return isRaised();
    });
    expect(await operator(service.dataDir, ['call', 'refused'])).toEqual([]);
  });
});
