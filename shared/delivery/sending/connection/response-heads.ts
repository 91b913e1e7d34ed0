/** The maximum size of a response head, including the interim responses before it. */
export const MAX_HEAD_BYTES = 128 * 1024;
/** How many interim responses are accepted before the final response. */
export const MAX_INTERIM_RESPONSES = 20;

const LF = 0x0a;
const NOTHING = Buffer.alloc(0);
const EMPTY_LINE = '\r\n';
const END_OF_HEAD = '\r\n\r\n';
const FIRST_BYTES = Buffer.from('HTTP/1.');
const INTERIM = /^HTTP\/1\.[01] (1\d\d)(?: [^\r\n]*)?\r\n$/;
const SWITCHING_PROTOCOLS = '101';
const UPGRADE = /^upgrade:/i;
/** Matches a `Content-Length` header whose values are all equal. Proxies may join repeated headers into a list. */
const CONTENT_LENGTH = /^content-length:[ \t]*(\d+)(?:[ \t]*,[ \t]*\1)*[ \t]*\r\n$/i;

/**
 * Matches a head that must be edited: an interim response, a list in `Content-Length`, or a second `Content-Length`.
 */
const TO_EDIT = /^HTTP\/1\.[01] 1|\r\ncontent-length:(?:[^\r]*,|[\s\S]*\r\ncontent-length:)/i;

export type ResponseHeadEditor = ReturnType<typeof responseHeadEditor>;

/**
 * Edits the response heads of a connection for undici, which rejects two things that RFC 9110 lets a client accept: a
 * `100 Continue` that was not asked for (15.2), and a repeated `Content-Length` with the same number (8.6). Interim
 * responses and repetitions are removed. Everything else reaches undici unchanged.
 */
export function responseHeadEditor() {
  let place: 'status line' | 'interim headers' | 'headers' | 'body' = 'body';
  /** The pieces of a line whose end has not arrived. */
  let begun: Buffer[] = [];
  let bytes = 0;
  let interimResponses = 0;
  let interimStatus: string | undefined;
  let contentLength: string | undefined;

  function editedStatusLine(line: Buffer): Buffer {
    interimStatus = INTERIM.exec(line.toString('latin1'))?.[1];
    place = interimStatus === undefined ? 'headers' : 'interim headers';
    if (interimStatus === undefined) return line;
    interimResponses += 1;
    if (interimResponses > MAX_INTERIM_RESPONSES) throw new Error('Too many interim responses');
    return NOTHING;
  }

  function editedInterimHeader(line: Buffer): Buffer {
    const text = line.toString('latin1');
    // undici rejects a line without CR in a final head, but does not get interim heads. So their lines are checked
    // here.
    if (!text.endsWith(EMPTY_LINE)) throw new Error('A line of the response head ends without CR');
    if (interimStatus === SWITCHING_PROTOCOLS && UPGRADE.test(text)) throw new Error('Switches protocols');
    if (text === EMPTY_LINE) place = 'status line';
    return NOTHING;
  }

  function editedHeader(line: Buffer): Buffer {
    const text = line.toString('latin1');
    if (text === EMPTY_LINE) place = 'body';
    const length = CONTENT_LENGTH.exec(text)?.[1];
    if (length === undefined) return line;
    if (length === contentLength) return NOTHING;
    contentLength = length;
    return text.includes(',') ? Buffer.from(`Content-Length: ${length}\r\n`) : line;
  }

  function edited(line: Buffer): Buffer {
    if (place === 'status line') return editedStatusLine(line);
    return place === 'headers' ? editedHeader(line) : editedInterimHeader(line);
  }

  /** Adds a piece of a line, which a line feed completes. Returns the bytes that undici gets now. */
  function added(piece: Buffer): Buffer {
    bytes += piece.length;
    if (bytes > MAX_HEAD_BYTES) throw new Error('The response head is too long');
    begun.push(piece);
    const isWhole = piece.at(-1) === LF;
    if (!isWhole && (place !== 'status line' || couldBeHttp1(begun))) return NOTHING;
    const line = begun.length === 1 ? piece : Buffer.concat(begun);
    begun = [];
    if (isWhole) return edited(line);
    place = 'body';
    return line;
  }

  return {
    /** Resets the state for the response to the request that is about to be sent. */
    expect(): void {
      place = 'status line';
      begun = [];
      bytes = 0;
      interimResponses = 0;
      contentLength = undefined;
    },

    /** Returns the bytes that undici gets instead of `chunk`. Throws if the head must be rejected. */
    edit(chunk: Buffer): Buffer {
      if (place === 'status line' && bytes === 0 && hasHeadWithNothingToEdit(chunk)) place = 'body';
      const passed: Buffer[] = [];
      let at = 0;
      while (place !== 'body' && at < chunk.length) {
        const end = chunk.indexOf(LF, at) + 1 || chunk.length;
        passed.push(added(chunk.subarray(at, end)));
        at = end;
      }
      return at === 0 ? chunk : Buffer.concat([...passed, chunk.subarray(at)]);
    },
  };
}

/** Reports whether the bytes contain a whole head with nothing to edit. */
function hasHeadWithNothingToEdit(chunk: Buffer): boolean {
  const end = chunk.indexOf(END_OF_HEAD);
  return end >= 0 && !TO_EDIT.test(chunk.toString('latin1', 0, end));
}

function couldBeHttp1(begun: readonly Buffer[]): boolean {
  const start = Buffer.concat(begun.slice(0, FIRST_BYTES.length)).subarray(0, FIRST_BYTES.length);
  return start.equals(FIRST_BYTES.subarray(0, start.length));
}
