import { execFileSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import { shellWord } from '../../../../operator/console/protocol/shell-word.ts';

describe('the quoting of an argument for a shell', () => {
  it('an argument without special characters is not quoted for a shell', () => {
    expect(shellWord('/srv/lines-2/.local')).toBe('/srv/lines-2/.local');
  });

  it.each(["two words's", '$(id)', '`id`', '~/data', 'a;b', '*', ''])(
    'an argument is quoted so that a shell does not change it: %s',
    (text) => {
      expect(execFileSync('sh', ['-c', `printf "%s|" ${shellWord(text)}`], { encoding: 'utf8' })).toBe(`${text}|`);
    },
  );

  it.each([
    ['a line feed, which runs the line', 'call_1\nid'],
    ['an escape sequence, which ends a bracketed paste', 'call_1\u001b[201~id'],
    ['a carriage return', 'call_1\rid'],
    ['a control character of C1', 'call_1\u009b2J'],
    ['a character that reverses the text after it', 'call_1\u202eid'],
  ])('an argument of a shell command is rejected if it contains %s', (_, text) => {
    expect(() => shellWord(text)).toThrow(RangeError);
  });
});
