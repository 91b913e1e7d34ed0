import * as z from 'zod/mini';
import { EMAIL_CHARACTERS, MAILBOX } from '../email-address.ts';
import { SUMMARY_NO_RECIPIENTS } from '../failures.ts';
import { textOfAtMost } from '../text.ts';
import { businessHours } from './business-hours.ts';

/**
 * Limits from the contract's section "Agent settings", and two limits of our own: of an email address and of the
 * message of `transfer`. Characters are Unicode code points.
 */
export const AGENT_LIMITS = {
  personaCharacters: 8000,
  greetingCharacters: 1000,
  toneItems: 20,
  toneCharacters: 60,
  transferMessageCharacters: 1000,
  fewestRecipients: 1,
  recipients: 20,
  keywords: 20,
  keywordCharacters: 60,
  emailCharacters: EMAIL_CHARACTERS,
} as const;

export const transfer = z.object({
  type: z.enum(['take_message', 'standard_response', 'transfer_human']),
  message: z.exactOptional(textOfAtMost(AGENT_LIMITS.transferMessageCharacters)),
});

export const summaryRecipient = z.object({
  email: textOfAtMost(AGENT_LIMITS.emailCharacters).check(z.regex(MAILBOX, 'must be an email address')),
  keywords: z.exactOptional(
    z.array(textOfAtMost(AGENT_LIMITS.keywordCharacters)).check(z.maxLength(AGENT_LIMITS.keywords)),
  ),
});

/**
 * Agent settings: in a request, the fields to change; in a response, all fields that have been set.
 * `checkAgentSettings` checks the persona and rejects an empty list of recipients, because these failures have codes.
 */
export const agentSettings = z.object({
  persona: z.exactOptional(z.string()),
  greeting: z.exactOptional(textOfAtMost(AGENT_LIMITS.greetingCharacters)),
  tone: z.exactOptional(z.array(textOfAtMost(AGENT_LIMITS.toneCharacters)).check(z.maxLength(AGENT_LIMITS.toneItems))),
  businessHours: z.exactOptional(z.nullable(businessHours)),
  transfer: z.exactOptional(z.nullable(transfer)),
  summaryRecipients: z.exactOptional(z.array(summaryRecipient).check(z.maxLength(AGENT_LIMITS.recipients))),
});
export type AgentSettings = z.infer<typeof agentSettings>;

/** Returns the failure of an empty list of recipients. A list that is left out keeps the stored recipients. */
export const recipientsFailure = ({ summaryRecipients }: AgentSettings) =>
  summaryRecipients && summaryRecipients.length < AGENT_LIMITS.fewestRecipients ? SUMMARY_NO_RECIPIENTS : undefined;
