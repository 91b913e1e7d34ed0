import {
  type CodedFailure,
  PERSONA_EMPTY,
  PERSONA_TOO_LONG,
  PERSONA_TOOL_NAME,
  PERSONA_TOOL_SIGNATURE,
} from '../../contract/failures.ts';
import { AGENT_LIMITS } from '../../contract/lines/agent.ts';
import { countCodePoints } from '../../contract/text.ts';
import { type Failure, failure } from '../requests/failure.ts';
import { removeAnnouncements } from './announcement.ts';
import { hasCodeNotation } from './code-notation.ts';

/**
 * Internal names of the agent's functions. A persona that mentions such a name could trigger the function by accident.
 */
const FEATURES = [
  'answer_question',
  'book_appointment',
  'cancel_booking',
  'check_availability',
  'create_booking',
  'end_call',
  'escalate_call',
  'get_business_hours',
  'hang_up_call',
  'lookup_customer',
  'lookup_order',
  'notify_recipients',
  'record_call',
  'search_knowledge',
  'send_sms',
  'send_summary',
  'standard_response',
  'summarize_call',
  'take_message',
  'transfer_call',
  'transfer_human',
] as const;

/**
 * Matches whole words, in any case, with or without the underscores (`endCall`). A Korean particle may follow directly.
 */
const FEATURE_NAME = new RegExp(`\\b(?:${FEATURES.map((name) => name.replaceAll('_', '_?')).join('|')})\\b`, 'i');

/** Returns the persona as it is stored, without announcements, or the failure of the first rule that it breaks. */
export function checkPersona(sent: string): string | Failure {
  const persona = removeAnnouncements(sent);
  const broken = brokenRule(persona);
  return broken ? failure(broken) : persona;
}

/**
 * Returns the failure of the first rule that a persona breaks. Except for its length, the persona is checked in the form
 * NFC and with folded white space, because an editor may change the form and the white space.
 */
function brokenRule(persona: string): CodedFailure | undefined {
  const composed = asNfc(persona);
  const folded = composed.replaceAll(WHITE_SPACE, ' ').trim();
  if (folded === '') return PERSONA_EMPTY;
  // The smaller of the two counts applies, because NFC makes text in some scripts longer.
  const characters = Math.min(countCodePoints(persona), countCodePoints(composed));
  if (characters > AGENT_LIMITS.personaCharacters) return PERSONA_TOO_LONG;
  if (FEATURE_NAME.test(folded)) return PERSONA_TOOL_NAME;
  if (hasCodeNotation(folded)) return PERSONA_TOOL_SIGNATURE;
  return undefined;
}

const WHITE_SPACE = /[\s\u0085]+/g;

/** Matches more combining marks on one letter than any script uses. The limit of Stream-Safe Text (UAX #15) is 30. */
const PILED_MARKS = /\p{M}{31}/u;

/**
 * Returns the text in NFC. Text with more than 30 combining marks on one letter stays as it is, because the time to
 * normalize it grows with the square of their number.
 */
const asNfc = (text: string) => (PILED_MARKS.test(text) ? text : text.normalize('NFC'));
