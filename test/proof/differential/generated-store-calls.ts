import fc from 'fast-check';
import { CALL_STORES } from './call-stores.ts';
import { LINE_STORES } from './line-stores.ts';
import type { StoreCall } from './world.ts';

const EVERYTHING = { ...LINE_STORES, ...CALL_STORES };
/** Store calls that occur more often, because the others need what they create. */
const OFTEN = ['createLine', 'attachNumber', 'terminateLine', 'store', 'attempt', 'skip'];

const storeCall = fc
  .record({
    what: fc.oneof(fc.constantFrom(...OFTEN), { weight: 2, arbitrary: fc.constantFrom(...Object.keys(EVERYTHING)) }),
    partner: fc.nat(1),
    line: fc.nat(1),
    call: fc.nat(1),
    dice: fc.nat(3),
    isOdd: fc.boolean(),
  })
  .map(
    ({ what, ...choice }) =>
      (world: Parameters<StoreCall>[0]) =>
        EVERYTHING[what]?.(world, choice),
  );

/** Generates single calls, and pairs that run concurrently. */
export const storeCalls = fc.array(fc.array(storeCall, { minLength: 1, maxLength: 2 }), {
  minLength: 10,
  maxLength: 60,
  size: 'max',
});
