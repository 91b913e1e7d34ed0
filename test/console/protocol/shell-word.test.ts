import { execFileSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import { shellWord } from '../../../console/protocol/shell-word.ts';

describe('a word of a shell', () => {
  it('stays as it is if it has no special characters', () => {
    expect(shellWord('/srv/lines-2/.local')).toBe('/srv/lines-2/.local');
  });

  it.each(["two words's", '$(id)', '`id`', '~/data', 'a;b', '*', ''])(
    'is quoted, so a shell does not change it: %s',
    (text) => {
      expect(execFileSync('sh', ['-c', `printf "%s|" ${shellWord(text)}`], { encoding: 'utf8' })).toBe(`${text}|`);
    },
  );
});
