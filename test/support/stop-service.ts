import { removeDataDir } from './service.ts';

export default async function stop(): Promise<void> {
  const { testService } = globalThis;
  if (!testService) return;
  await testService.stop();
  removeDataDir(testService.ready.dataDir);
}
