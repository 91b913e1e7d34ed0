import { type Environment, environment, type Nature } from '../nature/environment.ts';
import type { Caller } from './sdk.ts';

type Ending<R> = { readonly result: R } | undefined;

/**
 * Simulates one function. Every invocation gets an idle environment or a new one. `then` receives its result, or
 * undefined after a failure, a crash or a timeout. A frozen invocation may continue after that, but `then` does not
 * receive its result.
 */
export function lambda<Handler>(
  nature: Nature,
  { name, timeoutMs }: { readonly name: string; readonly timeoutMs: number },
  create: (caller: Caller) => Handler,
) {
  const idle: { readonly env: Environment; readonly handler: Handler }[] = [];
  let made = 0;

  function newEnvironment() {
    made += 1;
    const env = environment(nature, name, made);
    return { env, handler: create({ nature, env }) };
  }

  return function invoke<R>(run: (handler: Handler, env: Environment) => Promise<R>, then: (end: Ending<R>) => void) {
    let instance = idle.pop() ?? newEnvironment();
    while (!instance.env.isAlive()) instance = idle.pop() ?? newEnvironment();
    const { env, handler } = instance;
    let isOver = false;
    const end = (ending: Ending<R>) => {
      if (isOver) return;
      isOver = true;
      then(ending);
    };
    env.onDeath(() => end(undefined));
    nature.timeline.after(timeoutMs, () => {
      if (isOver) return;
      end(undefined);
      // A frozen environment cannot be ended: its host has lost contact with it.
      if (!env.isFrozen()) env.die();
    });
    run(handler, env).then(
      (result) => {
        idle.push({ env, handler });
        end({ result });
      },
      (error: unknown) => {
        nature.note(`${env.label} failed: ${String(error)}`);
        idle.push({ env, handler });
        end(undefined);
      },
    );
  };
}
