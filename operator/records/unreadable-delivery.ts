import type * as z from 'zod/mini';
import { Problem } from '../../tooling/command-line/problem.ts';

/** The problem that this version cannot read a delivery. The message has no values, which can be personal data. */
export class UnreadableDelivery extends Problem {
  constructor(callId: string, { issues }: z.core.$ZodError) {
    const attributes = [...new Set(issues.map(({ path: [attribute] }) => String(attribute)))];
    super(`The delivery of ${callId} has attributes that cannot be read: ${attributes.join(', ')}.`);
  }
}
