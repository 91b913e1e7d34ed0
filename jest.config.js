import { testsByNeed } from './test/support/unit-tests.ts';

const { unit, parts } = testsByNeed(import.meta.dirname);
const inRoot = (paths) => paths.map((path) => `<rootDir>/${path}`);

/** Native ES modules; swc only strips types. */
const common = {
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: { parser: { syntax: 'typescript' }, target: 'es2024', experimental: { keepImportAttributes: true } },
        module: { type: 'es6' },
      },
    ],
  },
};

/**
 * Four projects: unit tests need only their process, parts an engine too; only the end-to-end tests need the whole
 * service running, and those in a browser a browser too.
 *
 * @type {import('jest').Config}
 */
export default {
  maxWorkers: 2,
  // Ends what hangs, on a machine however busy. A limit per test would only tell how busy it is.
  testTimeout: 600_000,
  // Each file of tests leaves its modules behind in its worker. From here on, collecting garbage costs more than a new
  // worker.
  workerIdleMemoryLimit: '500MB',
  // A worker has to free up to two gigabytes and to write its compile cache, which takes a busy machine over a second.
  // By default it is killed after half of one, and taken for one that leaks.
  workerGracefulExitTimeout: 15_000,
  projects: [
    { ...common, displayName: 'unit', testMatch: inRoot(unit) },
    {
      ...common,
      displayName: 'parts',
      testMatch: inRoot(parts),
      globalSetup: '<rootDir>/test/support/start-parts.ts',
      globalTeardown: '<rootDir>/test/support/stop-parts.ts',
    },
    {
      ...common,
      displayName: 'e2e',
      testMatch: ['<rootDir>/test/e2e/**/*.test.ts'],
      globalSetup: '<rootDir>/test/support/start-service.ts',
      globalTeardown: '<rootDir>/test/support/stop-service.ts',
    },
    {
      ...common,
      displayName: 'browser',
      testMatch: ['<rootDir>/test/browser/**/*.test.ts'],
      globalSetup: '<rootDir>/test/support/start-service.ts',
      globalTeardown: '<rootDir>/test/support/stop-service.ts',
    },
  ],
};
