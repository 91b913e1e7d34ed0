/**
 * Moves the clock of this process and of its worker threads, which run the functions of a service in this process. Load
 * it with `--require`: each new thread then loads it, too. Engines and browsers are other processes and keep the real
 * time.
 */
import { getEnvironmentData, isMainThread, setEnvironmentData } from 'node:worker_threads';

const NAME = 'how far the clock is moved';
if (isMainThread) setEnvironmentData(NAME, new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT));
const memory = getEnvironmentData(NAME);
if (!(memory instanceof SharedArrayBuffer)) throw new Error('The main thread has not loaded this file');
const movedMs = new BigInt64Array(memory);

const RealDate = Date;
globalThis.Date = new Proxy(RealDate, {
  construct: (_, given, target) => Reflect.construct(RealDate, given.length === 0 ? [nowMs()] : given, target),
  get: (_, name, receiver) => (name === 'now' ? nowMs : Reflect.get(RealDate, name, receiver)),
});

function nowMs(): number {
  return RealDate.now() + Number(Atomics.load(movedMs, 0));
}

/** Sets how far the clock is ahead of the real time; if negative, behind. */
export const moveTo = (ms: number): void => void Atomics.store(movedMs, 0, BigInt(ms));
