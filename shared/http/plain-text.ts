/** NUL, and U+FFFD, which a decoder writes in place of bytes that are not UTF-8. */
const UNSTORABLE = ['\u0000', '\uFFFD'];

/**
 * Returns what is wrong with a value, or `undefined`. Rejects text that would not be the same after storing it (lone
 * surrogates, NUL, damaged UTF-8), and nesting that is too deep for recursive code. The function keeps its own stack,
 * so deep nesting cannot overflow the call stack.
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
