/** Reads a text token by token. */
export interface Tokens {
  /** Returns the next token without taking it, or undefined at the end. */
  readonly peek: () => string | undefined;
  /** Takes the next token. Throws if no token is left, or if the token is not the expected one. */
  readonly take: (expected?: string) => string;
  /** Takes the next token only if it equals `token`. Returns whether it took one. */
  readonly takeIf: (token: string) => boolean;
  /** Throws if a token is left. */
  readonly end: () => void;
}

/**
 * Splits a text into tokens. Each token is the first group of a match of `pattern`, which must be sticky. Throws an
 * error that quotes the text if some part of the text does not match.
 */
export function tokensOf(text: string, pattern: RegExp): Tokens {
  const tokens = tokenize(text, pattern);
  let next = 0;
  const take = (expected?: string): string => {
    const token = tokens[next];
    if (token === undefined || (expected !== undefined && token !== expected)) {
      throw new Error(`${text}: ${expected ?? 'more'} expected after ${tokens.slice(0, next).join(' ') || 'nothing'}`);
    }
    next += 1;
    return token;
  };
  return {
    peek: () => tokens[next],
    take,
    takeIf: (token) => tokens[next] === token && take() === token,
    end: () => {
      if (next < tokens.length) throw new Error(`${text}: ${tokens[next]} is not expected`);
    },
  };
}

function tokenize(text: string, pattern: RegExp): string[] {
  const tokens: string[] = [];
  const matcher = new RegExp(pattern);
  while (matcher.lastIndex < text.trimEnd().length) {
    const at = matcher.lastIndex;
    const token = matcher.exec(text)?.[1];
    if (token === undefined) throw new Error(`${text}: ${text.slice(at)} is not understood by the local service`);
    tokens.push(token);
  }
  return tokens;
}
