import { type Control, SandboxError } from './control.ts';
import type { Delivery, Duration, Sandbox, SandboxPartner } from './types.ts';

/** The addresses and the first partner of a running sandbox, as its host prints them. */
export interface Place {
  readonly baseUrl: string;
  readonly controlUrl: string;
  readonly docsUrl: string;
  readonly partner: SandboxPartner;
}

/** `close` ends the sandbox, or does nothing if another process has started the sandbox. */
export function sandboxAt(place: Place, control: Control, close: () => Promise<void>): Sandbox {
  const partnerIds = new Set([place.partner.partnerId]);
  const onPartner =
    <Result>(command: string) =>
    ({ partnerId = place.partner.partnerId }: { readonly partnerId?: string } = {}) =>
      control<Result>(command, { partnerId });
  return {
    ...place,
    async createPartner(about) {
      const partner = await control<SandboxPartner>('createPartner', about);
      partnerIds.add(partner.partnerId);
      return partner;
    },
    recordCall: (call) => control('recordCall', call),
    deliveries: ({ callId, status, partnerId } = {}) =>
      control<Delivery[]>('deliveries', {
        ...(callId === undefined
          ? { partnerIds: partnerId === undefined ? [...partnerIds] : [partnerId] }
          : { callId }),
        status,
      }),
    replay: ({ callId }) => control('replay', { callId }),
    suspendPartner: onPartner('suspendPartner'),
    activatePartner: onPartner('activatePartner'),
    rotateKey: onPartner('rotateKey'),
    rotateSecret: onPartner('rotateSecret'),
    attachNumber: (line) => control('attachNumber', line),
    releaseNumber: (line) => control('releaseNumber', line),
    lineForCall: (which) => control('lineForCall', which),
    now: async () => new Date(await control<number>('now')),
    advanceTime: async (by) => control('advanceTime', { byMs: millisecondsOf(by) }),
    async fail(kind, options) {
      const { id } = await control<{ id: number }>('fail', { kind, ...options });
      return { stop: () => control('stopFailing', { id }) };
    },
    async reset() {
      await control('reset');
      partnerIds.clear();
      partnerIds.add(place.partner.partnerId);
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

const UNIT_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** The largest step of the clock. Without a limit, a test could move the clock past the last date of JavaScript. */
const MOST_YEARS = 10;
const MOST_DAYS = MOST_YEARS * 365;

/** Returns the milliseconds of a duration. Throws if the duration is negative, too long or malformed. */
function millisecondsOf(duration: Duration): number {
  const [, count, unit = ''] = /^(\d+(?:\.\d+)?)([smhd])$/.exec(String(duration)) ?? [];
  const ms = typeof duration === 'number' ? duration : Number(count) * (UNIT_MS[unit] ?? Number.NaN);
  if (ms > MOST_DAYS * 86_400_000)
    throw new SandboxError(
      `${duration} is too long: time moves by at most ${MOST_YEARS} years (${MOST_DAYS}d) at once.`,
    );
  if (ms < 0) throw new SandboxError(`${duration} is negative, but time only moves forward: give 0 or more.`);
  if (ms >= 0) return Math.round(ms);
  throw new SandboxError(`'${duration}' is not a duration: give milliseconds, or a text such as 90s, 5m, 1h or 2d.`);
}
