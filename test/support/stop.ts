import { rmSync } from 'node:fs';
import { removeDataDir } from './service/service.ts';

/** Stops what `start-parts.ts` and `start-service.ts` have started, and deletes the folders of the run. */
export default async function stop(): Promise<void> {
  const { testEngine, testNames, testRunFolder, testService } = globalThis;
  if (testRunFolder !== undefined) rmSync(testRunFolder, { recursive: true, force: true });
  await testEngine?.stop();
  await testNames?.close();
  if (!testService) return;
  await testService.stop();
  removeDataDir(testService.ready.dataDir);
}
