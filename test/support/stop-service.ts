import { removeDataDir } from './service/service.ts';

export default async function stop(): Promise<void> {
  const { testService, testNames } = globalThis;
  await testNames?.close();
  if (!testService) return;
  await testService.stop();
  removeDataDir(testService.ready.dataDir);
}
