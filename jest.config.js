import { testsByNeed } from './test/support/unit-tests.ts';

const { unit, parts } = testsByNeed(import.meta.dirname);
const inRoot = (paths) => paths.map((path) => `<rootDir>/${path}`);

/** Tests run as native ES modules. swc only strips types. */
const common = {
  testEnvironment: '<rootDir>/test/support/environment.ts',
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
 * Four projects. Unit tests need only their own process. Parts also need an engine. End-to-end tests need the whole
 * running service, and browser tests also need a browser.
 *
 * @type {import('jest').Config}
 */
export default {
  maxWorkers: 2,
  // Long enough for a busy machine, so only a test that hangs is ended. A tighter limit would fail tests because of
  // load.
  testTimeout: 600_000,
  // Each test file leaves its modules in its worker. Above this limit, a new worker is cheaper than collecting the garbage.
  workerIdleMemoryLimit: '500MB',
  // A worker must free up to two gigabytes and write its compile cache, which takes over a second on a busy machine. By
  // default, Jest kills it after half a second and reports a leak.
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
