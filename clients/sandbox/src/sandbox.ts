import type { Control } from './control.ts';
import { millisecondsOf } from './duration.ts';
import type { Delivery, Sandbox, SandboxPartner } from './types.ts';

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
