import { type Call, conflict, type Fault, noResponse, throttling } from './faults.ts';

/** The course of one run: which calls are to meet which fault, and which calls were made. */
export interface Script {
  readonly faults: readonly Fault[];
  readonly calls: Call[];
  /** Calls made while it is off are neither counted nor disturbed. */
  isOn: boolean;
  readonly gates: Readonly<Record<'late' | 'veryLate' | 'over', Gate>>;
}

interface Gate {
  readonly opened: Promise<void>;
  open(): void;
}

function gate(): Gate {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { opened: promise, open: resolve };
}

export const scriptOf = (faults: readonly Fault[]): Script => ({
  faults,
  calls: [],
  isOn: false,
  gates: { late: gate(), veryLate: gate(), over: gate() },
});

/** How a call is carried out, and what stands for its being cut off where that is an answer and not an error. */
export interface Carrying<T> {
  readonly send: () => Promise<T>;
  /** What is answered in place of an error, if anything. */
  readonly unheard?: ((wasSent: boolean) => T) | undefined;
  /** What is answered when the service does not get round to it, or takes nothing. */
  readonly undone?: T | undefined;
}

export type Invocation = ReturnType<typeof invocation>;

/** One run of one function: its calls go through here, and it may die of one. */
export function invocation(script: Script) {
  const givenUp = Promise.withResolvers<void>();
  const died = Promise.withResolvers<void>();
  const heldToTheEnd = Promise.withResolvers<void>();
  let isDead = false;
  let isLate = false;
  let contended: Fault | undefined;

  /** Its timers would outlive the run: when all is over and nobody looks any more, it may come to an end. */
  async function die(): Promise<never> {
    isDead = true;
    givenUp.resolve();
    died.resolve();
    await script.gates.over.opened;
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
        await script.gates[fault.kind].opened;
        isLate = true;
        return isDead ? die() : carrying.send();
      default:
        return suffered(call, fault, carrying);
    }
  }

  return {
    through,
    /** It has been held up, and others may have done its work. */
    isLate: () => isLate,
    /** Whoever asked waits no longer; the invocation is dead or will go on late. */
    givenUp: givenUp.promise,
    died: died.promise,
    /** It goes no further until after everything. */
    heldToTheEnd: heldToTheEnd.promise,
  };
}

/** A fault that the invocation lives to hear of. */
async function suffered<T>(call: Call, { kind, part }: Fault, { send, unheard, undone }: Carrying<T>): Promise<T> {
  if (kind === 'throttled') throw throttling();
  if (kind === 'conflict' || kind === 'contended') throw conflict(call, part);
  if ((kind === 'leftForLater' || kind === 'refused') && undone !== undefined) return undone;
  const isSent = kind === 'responseLost' || kind === 'sentTwice';
  if (isSent) await send();
  if (kind === 'sentTwice') return send();
  if (unheard) return unheard(isSent);
  throw noResponse();
}
