import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { callTraceQuery } from '../../../shared/names/call-trace.ts';

const visible = fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code));
const callId = fc.string({ unit: visible, minLength: 1, maxLength: 128 });

/** The query, with the only two conditions that it may have. */
const QUERY =
  /^fields @timestamp, @message\n\| filter @message like (?:"(?<same>[\w.:-]+)"|\/(?<pattern>"(?:[A-Za-z0-9]|\.\{1,12\})+")\/)\n\| sort @timestamp asc\n\| limit 10000$/;

describe('the CloudWatch query for the log lines about a call', () => {
  it("the query for a call contains the call's id unchanged if this id has only ordinary characters", () => {
    expect(callTraceQuery('call_01M82EZRA5:7.b-c')).toContain('| filter @message like "call_01M82EZRA5:7.b-c"\n');
  });

  it.each([
    ['a"b', 'a.b'],
    [String.raw`a\b`, 'a.b'],
    [String.raw`a\"b`, 'a..b'],
    ['a|b', 'a.b'],
    [`a'/b#`, 'a..b.'],
    ['x" or 1=1 | limit 1', 'x..or.1.1...limit.1'],
  ])('the query for the call id %s has a wildcard in place of each unusual character', (id, pattern) => {
    expect(callTraceQuery(id)).toContain(`| filter @message like /"${pattern.replaceAll('.', '.{1,12}')}"/\n`);
  });

  it('the query for a call has the same structure for every call id', () => {
    fc.assert(
      fc.property(callId, (id) => {
        const { same, pattern } = QUERY.exec(callTraceQuery(id))?.groups ?? {};
        const line = JSON.stringify({ callIds: ['other', id] });
        expect(pattern === undefined ? same === id : new RegExp(pattern).test(line)).toBe(true);
      }),
    );
  });

  it('no text can change the structure of the query for a call, even if the text is not a call id', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', minLength: 1 }), (text) => QUERY.test(callTraceQuery(text))));
  });
});
