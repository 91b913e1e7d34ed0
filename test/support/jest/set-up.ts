/** Prepares a worker of Jest, which imports test files as Node imports any other module. */
import { registerHooks } from 'node:module';
import { addEventHandler } from 'jest-circus';
import { withLimit } from './with-limit.ts';

const GLOBALS = new URL('./globals.ts', import.meta.url).href;

// Jest has already read FORCE_COLOR. Programs that are started by tests must not inherit this variable.
delete process.env['FORCE_COLOR'];

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '@jest/globals' ? { url: GLOBALS, shortCircuit: true } : next(specifier, context),
});

// Each test and hook gets a time limit here, because the runner itself sets none.
addEventHandler(({ name }, { currentDescribeBlock: { children, hooks } }) => {
  const added = name === 'add_test' ? children.at(-1) : name === 'add_hook' ? hooks.at(-1) : undefined;
  // The cast is safe, because none of our tests and hooks takes a callback.
  if (added && 'fn' in added && added.fn) added.fn = withLimit(added.fn as () => unknown, added.timeout ?? undefined);
});
