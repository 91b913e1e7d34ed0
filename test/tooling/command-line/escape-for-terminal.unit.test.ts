import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { asJson } from '../../../operator/output.ts';
import { escapeForTerminal, escapeLinesForTerminal } from '../../../tooling/command-line/escape-for-terminal.ts';
import { HOSTILE, steeringIn } from '../../support/hostile/hostile-text.ts';

describe('a text that is safe to print in a terminal', () => {
  it('an escaped text shows control characters as escapes', () => {
    expect(steeringIn(HOSTILE).length).toBeGreaterThan(64);
    expect(escapeForTerminal(HOSTILE)).toMatch(/^[ -~]+$/);
    expect(escapeForTerminal('a\n\u001b[2J\u009b\u202e\u{e0041}')).toBe(
      'a\\u000a\\u001b[2J\\u009b\\u202e\\udb40\\udc41',
    );
  });

  it('a text without control characters is printed unchanged', () => {
    const harmless = '코너 카페 😀 “quoted” \\n \t'.trimEnd();
    expect(escapeForTerminal(harmless)).toBe(harmless);
  });

  it('escapeLinesForTerminal keeps line feeds', () => {
    expect(escapeLinesForTerminal('one\ntwo\r')).toBe('one\ntwo\\u000d');
  });

  it('JSON that was escaped for a terminal still parses to the original value', () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: fc.constantFrom(...HOSTILE) }));
    fc.assert(
      fc.property(text, text, (name, value) => {
        const json = asJson([{ [`field ${name}`]: value }]);
        expect(JSON.parse(json)).toEqual([{ [`field ${name}`]: value }]);
        expect(steeringIn(json)).toEqual([]);
      }),
    );
  });
});
