import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { clauseMutants } from './clauses.ts';
import { constantsOf } from './constants.ts';
import { guardMutants } from './guards.ts';
import type { Mutant, Source } from './mutant.ts';

/** The files with all conditional writes. */
const STORE = 'shared/store/**/*.ts';

/**
 * Files outside the store that decide whether, when and where a request or a notice is sent, what becomes of a finished
 * call, and with which settings a call begins.
 */
const GUARDED = [
  STORE,
  'shared/domain/{deliveries/{backoff,delivery,lane,retry-policy},partners/health}.ts',
  'shared/delivery/permitted-receivers/webhook-url.ts',
  'functions/{deliver-webhook,intake,line-for-call,record-call,relay,sweep}/*.ts',
  'shared/intake/*.ts',
  'clients/voice-platform/src/{background-retries,line-copies,reachability,time,voice-platform}.ts',
];

/** Returns all mutants, by file and line. */
export function allMutants(root: string): Mutant[] {
  const store = sourcesIn(root, [STORE]);
  const constants = constantsOf(store);
  const clauses = store.flatMap((source) => clauseMutants(source, constants));
  const guards = sourcesIn(root, GUARDED).flatMap(guardMutants);
  return [...clauses, ...guards].toSorted((a, b) => a.file.localeCompare(b.file) || a.start - b.start);
}

const sourcesIn = (root: string, patterns: readonly string[]): Source[] =>
  globSync(patterns, { cwd: root }).map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));
