/** NUL, and U+FFFD: what a decoder writes in place of bytes that were not UTF-8. */
const UNSTORABLE = ['\u0000', '\uFFFD'];

/**
 * What is wrong with a value that holds text which could not be stored and given back unchanged (lone surrogates, NUL,
 * damaged UTF-8), or nesting that a recursive reader would not survive; else `undefined`. Walks with its own stack, so
 * depth cannot overflow ours.
 */
export function faultInText(root: unknown, maxDepth: number): string | undefined {
  const open: { value: unknown; depth: number }[] = [{ value: root, depth: 0 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, depth } = next;
    if (depth > maxDepth) return `Request body is nested deeper than ${maxDepth}`;
    if (typeof value === 'string' && !isPlain(value)) return NOT_PLAIN;
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, child] of Object.entries(value)) {
      if (!isPlain(key)) return NOT_PLAIN;
      open.push({ value: child, depth: depth + 1 });
    }
  }
  return undefined;
}

const NOT_PLAIN = 'Text must be valid UTF-8 without NUL';

const isPlain = (text: string) => text.isWellFormed() && !UNSTORABLE.some((character) => text.includes(character));
