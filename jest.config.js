// The runner sets FORCE_COLOR in its threads, unless it is set already.
if (!process.stdout.isTTY) process.env['FORCE_COLOR'] ??= '0';

const UNIT = '**/test/**/*.unit.test.ts';
const E2E = '**/test/e2e/**/*.test.ts';
const BROWSER = '**/test/browser/**/*.test.ts';

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
 * Four projects. Unit tests need only their own process (`check:imports` forbids them more). Parts may need an engine,
 * other processes, a stack or much time. End-to-end tests need the whole running service, and browser tests also need a
 * browser.
 *
 * @type {import('jest').Config}
 */
export default {
  maxWorkers: 2,
  projects: [
    { ...common, displayName: 'unit', testMatch: [UNIT] },
    {
      ...common,
      displayName: 'parts',
      testMatch: ['**/test/**/*.test.ts', ...[UNIT, E2E, BROWSER].map((other) => `!${other}`)],
      globalSetup: '<rootDir>/test/support/start-parts.ts',
      globalTeardown: '<rootDir>/test/support/stop.ts',
    },
    {
      ...common,
      displayName: 'e2e',
      testMatch: [E2E],
      globalSetup: '<rootDir>/test/support/start-service.ts',
      globalTeardown: '<rootDir>/test/support/stop.ts',
    },
    {
      ...common,
      displayName: 'browser',
      testMatch: [BROWSER],
      globalSetup: '<rootDir>/test/support/start-service.ts',
      globalTeardown: '<rootDir>/test/support/stop.ts',
    },
  ],
};
