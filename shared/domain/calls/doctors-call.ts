import * as z from 'zod/mini';

/**
 * The look-up with which `doctor` tests line-for-call. Its number belongs to nobody, because no country has the code
 * 999. Its purpose is `refresh`, because a refresh does not count as a call.
 */
export const DOCTORS_LOOK_UP = { number: '+999000000000', purpose: 'refresh' } as const;

/** The call with which `doctor` tests record-call. It is always refused, because no line has the id `nobody`. */
export const DOCTORS_CALL = { tenantId: 'nobody', call: { callId: 'doctor', summary: 'Is anybody there?' } } as const;

const doctorsCall = z.object({
  tenantId: z.literal(DOCTORS_CALL.tenantId),
  call: z.object({ callId: z.literal(DOCTORS_CALL.call.callId) }),
});

export const isDoctorTestCall = (input: unknown) => doctorsCall.safeParse(input).success;
