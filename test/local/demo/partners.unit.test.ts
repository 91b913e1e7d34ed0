import { describe, expect, it } from '@jest/globals';
import { lineCreationBody, PARTNERS } from '../../../local/demo/partners.ts';
import { BEHAVIOURS } from '../../../local/demo/receiver-behaviours.ts';
import { createTenantInput } from '../../../shared/contract/lines/tenant-requests.ts';
import { checkAgentSettings } from '../../../shared/domain/agents/agent-settings.ts';
import { E164 } from '../../../shared/domain/lines/e164.ts';

const BUSINESSES = PARTNERS.flatMap(({ businesses }) => businesses);
const LINES = PARTNERS.flatMap((partner) => partner.businesses.map((business) => lineCreationBody(partner, business)));

describe('the partners of the demo', () => {
  it('each behaviour has at least one receiver in the demo', () => {
    expect(new Set(PARTNERS.map(({ behaviour }) => behaviour))).toEqual(new Set(Object.keys(BEHAVIOURS)));
  });

  it.each([
    ['names and webhook paths', PARTNERS.flatMap(({ name, slug }) => [name, slug])],
    ['numbers', BUSINESSES.map(({ number }) => number)],
    ['external ids', BUSINESSES.map(({ externalId }) => externalId)],
  ])('the partners of the demo have different %s', (_, values) => {
    expect(new Set(values).size).toBe(values.length);
  });

  it("the phone numbers of the demo's partners belong to nobody", () => {
    for (const { number } of BUSINESSES) {
      expect(number).toMatch(E164);
      // In Korea, no number begins with 0 after the area code. In Canada, 555-01xx is for fiction.
      expect(number).toMatch(/^\+82(2|51|64)0\d{6,7}$|^\+1\d{3}55501\d\d$/);
    }
  });

  it("the API accepts the lines that the demo's partners create", () => {
    for (const line of LINES) {
      expect(createTenantInput.parse(line)).toEqual(line);
      expect(checkAgentSettings(line.agent ?? {})).toEqual(line.agent);
    }
  });
});
