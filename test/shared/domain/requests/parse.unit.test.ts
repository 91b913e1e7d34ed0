import { describe, expect, it } from '@jest/globals';
import type * as z from 'zod/mini';
import { agentSettings } from '../../../../shared/contract/lines/agent.ts';
import { createTenantInput, terminateTenantInput } from '../../../../shared/contract/lines/tenant-requests.ts';
import { webhookInput } from '../../../../shared/contract/webhooks.ts';
import { finishedCallInFile } from '../../../../shared/domain/calls/finished-call.ts';
import { Failure } from '../../../../shared/domain/requests/failure.ts';
import { parseOrFailure } from '../../../../shared/domain/requests/parse.ts';

const line = { name: 'Shop', region: 'kr', externalId: 'shop-1' };
const hours = { mode: 'custom', schedule: { someday: {} } };
const call = { summary: 'Asked for a table' };

describe('the error about an invalid request', () => {
  it.each<[string, z.ZodMiniType, unknown]>([
    ['A JSON object is required', createTenantInput, undefined],
    ['A JSON object is required', createTenantInput, null],
    ['A JSON object is required', terminateTenantInput, []],
    ['name: is required; region: is required; externalId: is required', createTenantInput, {}],
    ['name: must be a string', createTenantInput, { ...line, name: 5 }],
    ['name: must have at most 200 characters', createTenantInput, { ...line, name: 'n'.repeat(201) }],
    ['region: must be one of kr, ca', createTenantInput, { ...line, region: 'us' }],
    ['region: must be one of kr, ca', createTenantInput, { ...line, region: null }],
    ['agent: must be an object', createTenantInput, { ...line, agent: 'kind' }],
    ['agent.tone: must be an array', createTenantInput, { ...line, agent: { tone: 'warm' } }],
    ['purge: must be a boolean', terminateTenantInput, { purge: 'true' }],
    ['tone: must have at most 20 items', agentSettings, { tone: Array(21).fill('x') }],
    ['summaryRecipients.0.email: is required', agentSettings, { summaryRecipients: [{}] }],
    [
      'businessHours.schedule: must have no fields other than mon, tue, wed, thu, fri, sat, sun',
      agentSettings,
      { businessHours: hours },
    ],
    ['events: must have at least 1 item', webhookInput, { url: 'https://a.test', events: [] }],
    ['events: must have at most 16384 items', webhookInput, { url: 'https://a.test', events: Array(100_000).fill(0) }],
    ['durationSecs: must be a whole number', finishedCallInFile, { ...call, durationSecs: 1.5 }],
    ['durationSecs: must be at least 0', finishedCallInFile, { ...call, durationSecs: -1 }],
    [
      'endedAt: must be a time with an offset, such as 2026-11-23T10:00:00Z',
      finishedCallInFile,
      { ...call, endedAt: 'yesterday' },
    ],
  ])('the error about an invalid request is: %s', (sentence, schema, value) => {
    expect(parseOrFailure(schema, value)).toEqual(new Failure('malformed', sentence));
  });

  it('the error about an invalid request names the first ten invalid fields', () => {
    const recipients = Array.from({ length: 20 }, () => ({}));
    const named = Array.from({ length: 10 }, (_, n) => `summaryRecipients.${n}.email: is required`);
    expect(parseOrFailure(agentSettings, { summaryRecipients: recipients })).toEqual(
      new Failure('malformed', `${named.join('; ')}; and 10 more`),
    );
  });
});
