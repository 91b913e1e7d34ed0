import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';
import { confirm } from '../../../tooling/command-line/confirm.ts';
import { HOSTILE, steeringIn } from '../../support/hostile/hostile-text.ts';

/** Returns the result of a question and its output when the person types `keys`. */
async function typed(keys: string, { question = 'Delete it?', isInput = true, isOutput = true } = {}) {
  const input = Object.assign(new PassThrough(), { isTTY: isInput });
  const output = Object.assign(new PassThrough(), { isTTY: isOutput });
  const answer = confirm(question, { input, output });
  input.end(keys);
  const agrees = await answer;
  output.end();
  return { agrees, shown: await text(output) };
}

describe('a yes-or-no question at the terminal', () => {
  it.each(['y\n', 'Y\n', 'yes\n', ' YES \r\n'])('a question at the terminal is confirmed by %j', async (keys) => {
    expect((await typed(keys)).agrees).toBe(true);
  });

  it.each([
    ['nothing but Enter', '\n'],
    ['no', 'no\n'],
    ['another word', 'yesterday\n'],
    ['Ctrl-C', '\u0003'],
    ['Ctrl-C after y', 'y\u0003'],
    ['Ctrl-D', '\u0004'],
    ['the end of the input', ''],
    ['the end of the input after y', 'y'],
  ])('a question at the terminal is not confirmed by %s', async (_, keys) => {
    expect((await typed(keys)).agrees).toBe(false);
  });

  it('a question at the terminal ends with [y/N]', async () => {
    expect((await typed('n\n')).shown).toContain('Delete it? [y/N] ');
  });

  it.each([{ isInput: false }, { isOutput: false }])(
    'a question is not asked if input or output is no terminal: %j',
    async (streams) => {
      expect(await typed('y\n', streams)).toEqual({ agrees: undefined, shown: '' });
    },
  );

  it('a question at the terminal escapes control characters in the texts that it quotes', async () => {
    const { shown } = await typed('n\n', { question: HOSTILE });
    const own = (await typed('n\n')).shown;
    expect(steeringIn(shown)).toEqual(steeringIn(own));
  });
});
