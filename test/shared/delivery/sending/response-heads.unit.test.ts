import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { MAX_HEAD_BYTES, responseHeadEditor } from '../../../../shared/delivery/sending/connection/response-heads.ts';

/** Returns what undici gets of a response that arrives in these chunks. */
function editedIn(chunks: readonly string[]): string {
  const heads = responseHeadEditor();
  heads.expect();
  return chunks.map((chunk) => heads.edit(Buffer.from(chunk, 'latin1')).toString('latin1')).join('');
}

/** Cuts a text at some of its characters. */
const cut = (text: string) =>
  fc.array(fc.nat(text.length), { maxLength: 12 }).map((places) => {
    const at = [0, ...places.toSorted((one, other) => one - other), text.length];
    return at.slice(1).map((end, index) => text.slice(at[index], end));
  });

const HEAD = 'HTTP/1.1 200 OK\r\nServer: x\r\ncontent-length: 40\r\n';
const BODY = '\r\nHTTP/1.1 100 x\r\nContent-Length: 40\r\n\r\n.';

describe("status line and headers of a receiver's response", () => {
  it.each([
    ['does not change an ordinary response', `${HEAD}${BODY}`, `${HEAD}${BODY}`],
    [
      'removes interim responses from a response',
      `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 x\r\nLink: </x>\r\n\r\n${HEAD}${BODY}`,
      `${HEAD}${BODY}`,
    ],
    [
      'removes a repeated Content-Length from a response',
      `${HEAD}X: y\r\nContent-Length:40 , 40\r\n${BODY}`,
      `${HEAD}X: y\r\n${BODY}`,
    ],
    [
      'keeps a second Content-Length with another value in a response',
      `${HEAD}Content-Length: 041\r\n${BODY}`,
      `${HEAD}Content-Length: 041\r\n${BODY}`,
    ],
    ['does not change a response of another protocol', `SSH-2.0-x\r\n${BODY}`, `SSH-2.0-x\r\n${BODY}`],
  ])('`responseHeadEditor` %s that arrives in pieces', (_name, response, expected) => {
    fc.assert(
      fc.property(cut(response), (chunks) => {
        expect(editedIn(chunks)).toBe(expected);
      }),
    );
  });

  it('the first bytes of a response are passed on at once if they cannot be HTTP/1', () => {
    const heads = responseHeadEditor();
    heads.expect();
    expect(heads.edit(Buffer.from('HTTP/2')).toString()).toBe('HTTP/2');
  });

  it('an interim response counts towards the size limit of the final head in a later chunk', () => {
    const head = (status: string) => `HTTP/1.1 ${status}\r\nX: ${'x'.repeat(MAX_HEAD_BYTES / 2)}\r\n\r\n`;
    expect(() => editedIn([head('103 x'), head('200 OK')])).toThrow('The response head is too long');
  });

  it('`responseHeadEditor` does not change bytes that a receiver sends before a request', () => {
    expect(responseHeadEditor().edit(Buffer.from('HTTP/1.1 100 x\r\n\r\n')).toString()).toBe('HTTP/1.1 100 x\r\n\r\n');
  });
});
