import { testsByNeed } from './test/support/unit-tests.ts';

// The runner sets FORCE_COLOR in its threads, unless it is set already.
if (!process.stdout.isTTY) process.env['FORCE_COLOR'] ??= '0';

const { unit, parts } = testsByNeed(import.meta.dirname);
const inRoot = (paths) => paths.map((path) => `<rootDir>/${path}`);

/**
 * Test files are ordinary ES modules: Node removes the types, and the files of a worker share what they import. With a
 * module registry for each file, as Jest has by default, unit tests and parts take 60% more CPU time (ADR 36).
 */
const common = {
  runner: 'jest-light-runner',
  setupFilesAfterEnv: ['<rootDir>/test/support/jest/set-up.ts'],
  transform: {},
};

/**
 * Four projects. Unit tests need only their own process. Parts also need an engine. End-to-end tests need the whole
 * running service, and browser tests also need a browser.
 *
 * @type {import('jest').Config}
 */
export default {
  maxWorkers: 2,
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
