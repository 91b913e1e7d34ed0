import { readFileSync } from 'node:fs';

const HEAD = '/** Generated from shared/domain/calls/phone-number.ts by `npm run generate`. */\n\n';
/** The rule, and what it imports. */
const DOMAIN = '../../../shared/domain';
const SOURCES = [`${DOMAIN}/requests/percent-decoded.ts`, `${DOMAIN}/calls/phone-number.ts`];

/** Returns the module that masks numbers in the client, which contains no code of the service: the sources as one. */
export const clientMasking = (): string => HEAD + SOURCES.map(withoutImports).join('\n');

function withoutImports(path: string): string {
  const source = readFileSync(new URL(path, import.meta.url), 'utf8');
  return source
    .replaceAll(/^import .*\n\n?/gm, '')
    .replace('export function percentDecoded', 'function percentDecoded');
}
