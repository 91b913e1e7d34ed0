import { rmSync } from 'node:fs';

export default async function stopParts(): Promise<void> {
  if (globalThis.testRunFolder !== undefined) rmSync(globalThis.testRunFolder, { recursive: true, force: true });
  await globalThis.testEngine?.stop();
}
