import { conflict, throttling } from '../../support/aws/table-errors.ts';
import { type Call, type Fault, noResponse } from './faults.ts';

/** The script of one run: the faults that its calls meet, and the calls that were made. */
export interface Script {
  readonly faults: readonly Fault[];
  readonly calls: Call[];
  /** Whether calls are counted and can fail. */
  isOn: boolean;
  readonly gates: Readonly<Record<'late' | 'veryLate' | 'over', PromiseWithResolvers<void>>>;
}

const gate = () => Promise.withResolvers<void>();

export const scriptOf = (faults: readonly Fault[]): Script => ({
  faults,
  calls: [],
  isOn: false,
  gates: { late: gate(), veryLate: gate(), over: gate() },
});

/** How to carry out a call, and the results of a call that is cut off or rejected. */
export interface Carrying<T> {
  readonly send: () => Promise<T>;
  /** Returns what the caller gets if no response arrives. Without this function, the caller gets an error. */
  readonly withoutResponse?: ((wasSent: boolean) => T) | undefined;
  /** The result when the service processes or accepts nothing. */
  readonly undone?: T | undefined;
}

export type Invocation = ReturnType<typeof invocation>;

/** One invocation of one function. All calls of the invocation go through `through`, and one of them may kill it. */
export function invocation(script: Script) {
  const givenUp = Promise.withResolvers<void>();
  const died = Promise.withResolvers<void>();
  const heldToTheEnd = Promise.withResolvers<void>();
  let isDead = false;
  let isLate = false;
  let contended: Fault | undefined;

  /** Holds a dead invocation until the run is over, so that its timers do not outlive the run. */
  async function die(): Promise<never> {
    isDead = true;
    givenUp.resolve();
    died.resolve();
    await script.gates.over.promise;
    throw noResponse();
  }

  function faultOf(call: Call): Fault | undefined {
    if (contended && call.contended > 0) return contended;
    if (!script.isOn) return undefined;
    const number = script.calls.push(call);
    return script.faults.find((fault) => fault.number === number);
  }

  async function through<T>(call: Call, carrying: Carrying<T>): Promise<T> {
    if (isDead) return die();
    const fault = faultOf(call);
    if (!fault) return carrying.send();
    if (fault.kind === 'contended') contended = fault;
    switch (fault.kind) {
      case 'diesBefore':
        return die();
      case 'diesAfter':
        await carrying.send();
        return die();
      case 'late':
      case 'veryLate':
        givenUp.resolve();
        if (fault.kind === 'veryLate') heldToTheEnd.resolve();
        await script.gates[fault.kind].promise;
        isLate = true;
        return isDead ? die() : carrying.send();
      default:
        return suffered(call, fault, carrying);
    }
  }

  return {
    through,
    /** Tells whether the invocation was delayed, so that others may have done its work. */
    isLate: () => isLate,
    /** Resolves when the caller stops waiting, because the invocation is dead or will continue late. */
    givenUp: givenUp.promise,
    died: died.promise,
    /** Resolves when the invocation is held until everything else is done. */
    heldToTheEnd: heldToTheEnd.promise,
  };
}

/** Returns or throws the result of a fault that the invocation survives. */
async function suffered<T>(
  call: Call,
  { kind, part }: Fault,
  { send, withoutResponse, undone }: Carrying<T>,
): Promise<T> {
  if (kind === 'throttled') throw throttling();
  if (kind === 'conflict' || kind === 'contended') {
    const items = call.command === 'TransactWrite' ? call.contended : undefined;
    throw conflict(items, (n) => n === part);
  }
  if ((kind === 'leftForLater' || kind === 'refused') && undone !== undefined) return undone;
  const isSent = kind === 'responseLost' || kind === 'sentTwice';
  if (isSent) await send();
  if (kind === 'sentTwice') return send();
  if (withoutResponse) return withoutResponse(isSent);
  throw noResponse();
}
