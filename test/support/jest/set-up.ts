/** Prepares a worker of Jest: it imports test files as Node imports any other module. */
import { registerHooks } from 'node:module';
import { addEventHandler } from 'jest-circus';
import { withLimit } from './with-limit.ts';

const GLOBALS = new URL('./globals.ts', import.meta.url).href;

// The threads have read it. The programs that tests start must not print colours.
delete process.env['FORCE_COLOR'];

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '@jest/globals' ? { url: GLOBALS, shortCircuit: true } : next(specifier, context),
});

// The runner itself waits for ever.
addEventHandler((event, { currentDescribeBlock: { children, hooks } }) => {
  const added = { add_test: children, add_hook: hooks }[String(event.name)]?.at(-1);
  // None of our tests and hooks takes a callback.
  if (added !== undefined && 'fn' in added && added.fn) added.fn = withLimit(added.fn as () => unknown);
});
