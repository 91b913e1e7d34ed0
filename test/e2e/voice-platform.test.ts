import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Lambda } from '@aws-sdk/client-lambda';
import { describe, expect, it } from '@jest/globals';
import { createVoicePlatform, type Invoke, lambdaInvoke } from '../../clients/voice-platform/src/index.ts';
import { schemasOf } from '../partner-docs/openapi/schemas.ts';
import { operator } from '../support/service/operator.ts';
import { newPartner, running } from '../support/service/world.ts';

const ROOT = join(import.meta.dirname, '../..');
const SCHEMAS = new URL('../../clients/voice-platform/schemas.json', import.meta.url);
const schemaAt = schemasOf(JSON.parse(readFileSync(SCHEMAS, 'utf8')));
const PARTS = { 'line-for-call': 'lineForCall', 'record-call': 'recordCall' } as const;
const NUMBER = '+821055501234';

const problems = (pointer: string, value: unknown) => {
  const validate = schemaAt(pointer);
  return validate(value) ? [] : [{ pointer, value, errors: validate.errors }];
};

/** Invokes the functions of the running service, and checks every input and response against the schemas. */
function watchedPlatform(found: unknown[] = []) {
  const { lambdaEndpoint: endpoint, credentials, outputs } = running();
  const invoke = lambdaInvoke(new Lambda({ endpoint, credentials, region: 'us-east-1', maxAttempts: 1 }), {
    lineForCall: outputs.LineForCallFunctionName,
    recordCall: outputs.RecordCallFunctionName,
  });
  const watched: Invoke = async (name, input, signal) => {
    const response = await invoke(name, input, signal);
    found.push(...problems(`/${PARTS[name]}/response`, response));
    if (!isRefused(response)) found.push(...problems(`/${PARTS[name]}/input`, input));
    return response;
  };
  return { platform: () => createVoicePlatform({ invoke: watched }), found };
}

const isRefused = (response: unknown) => typeof response === 'object' && response !== null && 'refused' in response;

it('the program in docs/voice-platform.md looks up a line and records a call on the local service', async () => {
  const page = readFileSync(join(ROOT, 'docs/voice-platform.md'), 'utf8');
  const [, program = ''] = /```js\n(.*?)```/s.exec(page) ?? [];
  const folder = mkdtempSync(join(tmpdir(), 'first-call-'));
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(join(ROOT, 'node_modules/@aws-sdk'), join(folder, 'node_modules/@aws-sdk'));
  // The package itself is tried by its own test.
  const source = join(ROOT, 'clients/voice-platform/src/index.ts');
  writeFileSync(join(folder, 'first-call.mjs'), program.replace("'partner-lines-voice-platform'", `'${source}'`));
  writeFileSync(join(folder, 'service.json'), JSON.stringify(running()));
  const { stdout } = await promisify(execFile)(process.execPath, ['first-call.mjs', 'service.json'], { cwd: folder });
  rmSync(folder, { recursive: true });
  expect(stdout).toMatch(/^tn_[0-9A-Z]{26}: Hello!\nrecorded: \{\n {2}callId: 'call-/);
  expect(stdout).toContain('alreadyStored: false');
});

const partner = await newPartner();
const { tenantId } = await partner.createLine();
await operator(running().dataDir, ['line', 'attach-number', '--tenant', tenantId, '--number', NUMBER]);

describe("the voice platform's client and the local service", () => {
  const { platform, found } = watchedPlatform();

  it("the voice platform's client looks up a line by number with the agent settings that the partner reads", async () => {
    const settings = { persona: 'Be kind.', businessHours: { mode: '24/7' }, transfer: { type: 'take_message' } };
    await partner.call('PUT', `/v1/tenants/${tenantId}/agent`, { body: settings });
    const read = await partner.call('GET', `/v1/tenants/${tenantId}/agent`);
    expect(await platform().lineForCall({ number: NUMBER })).toMatchObject({
      line: { tenantId, number: NUMBER, partnerId: partner.partnerId },
      agent: read.json(),
    });
  });

  it("the voice platform's client gets the reason if a line cannot be served or an input is malformed", async () => {
    const gone = await partner.createLine();
    await partner.call('DELETE', `/v1/tenants/${gone.tenantId}`, { body: { reason: 'Closed' } });
    expect([
      await platform().lineForCall({ number: '+15550000000' }),
      await platform().lineForCall({ tenantId: gone.tenantId }),
      await platform().lineForCall({ number: '010-1234-5678' }),
    ]).toEqual([
      { notServed: { reason: 'unknown' }, maxAgeSeconds: 60 },
      { notServed: { reason: 'terminated' }, maxAgeSeconds: 60 },
      { refused: { message: expect.stringContaining('E.164') } },
    ]);
  });

  it("a call is stored once even if the voice platform's client hands it over twice", async () => {
    const call = { callId: `call-${tenantId}`, summary: 'Two at seven', callerNumber: '+821012345678' };
    const first = await platform().recordCall({ tenantId, call });
    expect(first).toMatchObject({ callId: call.callId, alreadyStored: false });
    expect(await platform().recordCall({ tenantId, call })).toEqual({ ...first, alreadyStored: true });
    const { calls } = (await partner.call('GET', `/v1/tenants/${tenantId}/calls`)).json<{ calls: unknown[] }>();
    expect(calls).toMatchObject([{ callId: call.callId, callerNumber: '****5678' }]);
  });

  it("the inputs and responses of the voice platform's client match its JSON Schemas", () => {
    expect(found).toEqual([]);
  });
});
