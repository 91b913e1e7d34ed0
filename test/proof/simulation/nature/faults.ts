import type { Chances } from '../../virtual-time/chances.ts';

/**
 * The kinds of fault with their highest rate per opportunity. Each run draws its own rates: about half of the kinds do
 * not occur, and the others occur at lower rates than these. In every fourth run all kinds occur.
 */
const HIGHEST_RATE = {
  // Faults of an environment, at every call that it awaits.
  'crash before the call': 0.08,
  'crash after the call': 0.08,
  'freeze before the call': 0.05,
  'freeze after the call': 0.06,
  'slow call': 0.06,
  'clock jump': 0.1,
  // Faults of an SDK client's request.
  'request not sent': 0.1,
  'response lost': 0.15,
  'request arrives late': 0.1,
  throttled: 0.1,
  'transaction conflict': 0.2,
  'keys left unread': 0.15,
  'index lags behind': 0.3,
  'batch entry refused': 0.15,
  // Faults of the queues.
  'message lost': 0.4,
  'message duplicated': 0.3,
  'message late': 0.4,
  'message handed out twice': 0.2,
  'deletion lost': 0.2,
  'queue purged': 0.5,
  // Faults of the stream, the sweep and the voice platform.
  'stream batch lost': 0.6,
  'stream batch repeated': 0.6,
  'sweep left out': 0.5,
  'call recorded twice': 0.6,
  // Not faults, but acts of partners and operators at any moment.
  'webhook replaced': 0.2,
  'secret rotated': 0.2,
  'partner suspended': 0.1,
  'partner activated': 0.25,
  'call deleted': 0.08,
  'delivery replayed': 0.6,
  'expiry set': 0.1,
} as const;

export type FaultKind = keyof typeof HIGHEST_RATE;
export const FAULT_KINDS = Object.keys(HIGHEST_RATE).filter((kind): kind is FaultKind => kind in HIGHEST_RATE);

/** A fault that happened. Its id is the same in every run of a seed, so a run can allow it alone. */
interface Fault {
  readonly kind: FaultKind;
  readonly id: string;
}

/** In every second run, faults hit one of these kinds of call more often, so that the same call fails repeatedly. */
const FOCUS = ['post', 'UpdateCommand', 'BatchGetCommand', 'SendMessageBatch'] as const;
const FOCUS_FACTOR = 5;

export type Faults = ReturnType<typeof faults>;

/** Decides at every opportunity whether a fault occurs. If `allowed` is given, only faults with these ids can occur. */
export function faults(chances: Chances, note: (text: string) => void, allowed?: ReadonlySet<string>) {
  const rates = weather(chances);
  const focus = chances.fraction('has focus') < 0.5 ? chances.pick('focus', FOCUS) : undefined;
  const happened: Fault[] = [];
  let ended = false;
  let isCalm: () => boolean = () => false;

  return {
    happened,
    /** No new fault occurs while `calm` returns true. */
    spareWhile(calm: () => boolean): void {
      isCalm = calm;
    },
    end(): void {
      ended = true;
    },
    /** Returns the kind of the fault that occurs at the point: one of `kinds`, or undefined if no fault occurs. */
    strike<K extends FaultKind>(point: string, kinds: readonly K[]): K | undefined {
      const { value, nth } = chances.draw(point);
      const factor = focus !== undefined && point.includes(focus) ? FOCUS_FACTOR : 1;
      let sum = 0;
      const kind = kinds.find((one) => {
        sum += rates[one] * factor;
        return value < sum;
      });
      if (kind === undefined || ended || isCalm()) return undefined;
      const id = `${kind}: ${point} (${nth})`;
      if (allowed && !allowed.has(id)) return undefined;
      happened.push({ kind, id });
      note(`!! ${id}`);
      return kind;
    },
  };
}

function weather(chances: Chances): Readonly<Record<FaultKind, number>> {
  const isStorm = chances.fraction('storm') < 0.25;
  const rates: Record<FaultKind, number> = { ...HIGHEST_RATE };
  for (const kind of FAULT_KINDS) {
    const strength = chances.fraction(`strength of ${kind}`);
    rates[kind] *= isStorm || chances.fraction(`weather has ${kind}`) < 0.5 ? strength : 0;
  }
  return rates;
}
