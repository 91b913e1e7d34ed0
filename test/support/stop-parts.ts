import { rmSync } from 'node:fs';

export default async function stopParts(): Promise<void> {
  if (globalThis.testAssemblies !== undefined) rmSync(globalThis.testAssemblies, { recursive: true, force: true });
  await globalThis.testEngine?.stop();
}
