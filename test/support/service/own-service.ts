import { afterAll, beforeAll } from '@jest/globals';
import { newDataDir, removeDataDir, type Service, startService } from './service.ts';

/** A service of its own for the tests of a file or block. It starts before them with `flags`, and stops after them. */
export function ownService(flags: readonly string[] = []) {
  const dataDir = newDataDir();
  let service: Service;
  const start = async (changedFlags = flags) => {
    service = await startService(dataDir, changedFlags);
  };
  beforeAll(() => start());
  afterAll(async () => {
    await service.stop();
    removeDataDir(dataDir);
  });
  return {
    dataDir,
    get ready() {
      return service.ready;
    },
    output: () => service.output(),
    stop: () => service.stop(),
    kill: () => service.kill(),
    /** Starts the service again, after `stop` or `kill`. */
    start,
  };
}
