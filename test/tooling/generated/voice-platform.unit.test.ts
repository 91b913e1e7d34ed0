import { describe, expect, it } from '@jest/globals';
import { recordCallInput } from '../../../shared/domain/calls/finished-call.ts';
import { lineForCallInput } from '../../../shared/domain/lines/line-for-call.ts';
import { schemasText } from '../../../tooling/generated/voice-platform.ts';

const { lineForCall, recordCall } = JSON.parse(schemasText());
const text = (schema: unknown) => JSON.stringify(schema);

describe('the JSON Schemas for the voice platform', () => {
  it("the voice platform's schemas have no patterns for responses", () => {
    expect(text([lineForCall.response, recordCall.response])).not.toContain('"pattern"');
  });

  it('the patterns of ids, numbers and times for the voice platform have no character class that differs between languages', () => {
    const { number } = lineForCall.input.properties;
    const { callId, endedAt } = recordCall.input.properties.call.properties;
    for (const { pattern, not } of [number, callId, endedAt.anyOf[0]]) {
      expect(pattern).not.toMatch(/\\[dswpDSWP]/);
      expect(not).toEqual({ pattern: '\n' });
    }
  });

  it("the voice platform's schemas limit the length of titles and call ids", () => {
    const { title, callId } = recordCall.input.properties.call.properties;
    expect([title.anyOf[0].maxLength, callId.maxLength]).toEqual([500, 128]);
  });

  it("the voice platform's schemas have no references", () => {
    expect(schemasText()).not.toContain('"$ref"');
  });

  it.each([
    [{ number: '+14165559999\n' }, lineForCallInput],
    [{ tenantId: '' }, lineForCallInput],
    [{ tenantId: 'tn_1', call: { callId: 'py-9\n', summary: 'Hi' } }, recordCallInput],
  ])('the service rejects an invalid input of the voice platform: %j', (input, schema) => {
    expect(schema.safeParse(input).success).toBe(false);
  });
});
