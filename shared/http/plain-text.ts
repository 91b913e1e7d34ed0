/** Characters that no text may have: NUL, and U+FFFD, which a decoder writes in place of bytes that are not UTF-8. */
const REJECTED_CHARACTERS = ['\u0000', '\uFFFD'];

/**
 * Returns what is wrong with a value, or `undefined`. Rejects text that storing would change (lone surrogates, NUL,
 * damaged UTF-8), and nesting that is too deep for recursive code. Goes through the value level by level, so that deep
 * nesting cannot overflow the call stack.
 */
export function problemInBody(root: unknown, maxDepth: number): string | undefined {
  let level = [root];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxDepth) return `Request body is nested deeper than ${maxDepth} levels`;
    if (!level.every(isStorable)) return NOT_PLAIN;
    level = level.filter(isObject).flatMap((parent): unknown[] => Object.values(parent));
  }
  return undefined;
}

/**
 * The sentence for text with U+FFFD. It names two causes, because API Gateway decodes the body: U+FFFD looks the same
 * whether a client sent it or the bytes were not UTF-8.
 */
const NOT_PLAIN =
  'Text must not contain NUL, lone surrogates or U+FFFD. Bytes that are not valid UTF-8 also arrive as U+FFFD';

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Reports whether a text, or every field name of an object, can be stored. */
function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return isPlain(value);
  return !isObject(value) || Array.isArray(value) || Object.keys(value).every(isPlain);
}

const isPlain = (text: string) =>
  text.isWellFormed() && !REJECTED_CHARACTERS.some((character) => text.includes(character));
