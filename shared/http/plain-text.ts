import { Failure } from '../domain/requests/failure.ts';

/** NUL, and U+FFFD: what a decoder writes in place of bytes that were not UTF-8. */
const UNSTORABLE = ['\u0000', '\uFFFD'];

/**
 * Refuses text that could not be stored and given back unchanged (lone surrogates, NUL, damaged UTF-8)
 * and nesting that a recursive reader would not survive. Walks with its own stack, so depth cannot overflow ours.
 */
export function assertPlainText(root: unknown, maxDepth: number): void {
  const open: { value: unknown; depth: number }[] = [{ value: root, depth: 0 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, depth } = next;
    if (depth > maxDepth) throw new Failure('malformed', `Request body is nested deeper than ${maxDepth}`);
    if (typeof value === 'string') assertText(value);
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, child] of Object.entries(value)) {
      assertText(key);
      open.push({ value: child, depth: depth + 1 });
    }
  }
}

function assertText(text: string): void {
  if (!text.isWellFormed() || UNSTORABLE.some((character) => text.includes(character)))
    throw new Failure('malformed', 'Text must be valid UTF-8 without NUL');
}
