import * as z from 'zod/mini';

/** The call with which `doctor` tests record-call. It is always refused, because no line has the id `nobody`. */
export const DOCTORS_CALL = { tenantId: 'nobody', call: { callId: 'doctor', summary: 'Is anybody there?' } } as const;

const doctorsCall = z.object({
  tenantId: z.literal(DOCTORS_CALL.tenantId),
  call: z.object({ callId: z.literal(DOCTORS_CALL.call.callId) }),
});

export const isDoctorsCall = (input: unknown) => doctorsCall.safeParse(input).success;
