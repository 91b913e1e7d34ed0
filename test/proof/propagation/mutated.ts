import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { createVoicePlatform } from '../../../clients/voice-platform/src/index.ts';

const SOURCES = join(import.meta.dirname, '../../../clients/voice-platform/src');

/** Returns the client with texts of one of its modules replaced. Throws if the module lacks such a text. */
export async function mutatedClient(
  module: string,
  changes: Readonly<Record<string, string>>,
): Promise<typeof createVoicePlatform> {
  const folder = mkdtempSync(join(tmpdir(), 'mutated-client-'));
  cpSync(SOURCES, folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const file = join(folder, module);
  let text = readFileSync(file, 'utf8');
  for (const [from, to] of Object.entries(changes)) {
    if (!text.includes(from)) throw new Error(`${module} has no ${from}`);
    text = text.replaceAll(from, to);
  }
  writeFileSync(file, text);
  try {
    return (await import(join(folder, 'index.ts'))).createVoicePlatform;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
