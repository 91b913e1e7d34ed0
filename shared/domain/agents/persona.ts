import { AGENT_LIMITS } from '../../contract/agent.ts';
import { codePointsIn } from '../../contract/text.ts';
import { Failure, type PublicCode } from '../requests/failure.ts';
import { withoutAnnouncements } from './announcement.ts';
import { hasCodeNotation } from './code-notation.ts';

/** Names of what the agent can do inside. A persona that names one would call it by accident. */
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

/** Whole words, in any case and also without the underscores (`endCall`). A Korean particle may follow directly. */
const FEATURE_NAME = new RegExp(`\\b(?:${FEATURES.map((name) => name.replaceAll('_', '_?')).join('|')})\\b`, 'i');

/** Contract, "Codes": for these the sentence is shown to the operator as it is, so it is Korean. */
const SENTENCES = {
  'persona.empty': '페르소나가 비어 있습니다. 내용을 입력해 주세요.',
  'persona.too_long': '페르소나가 8,000자를 넘습니다. 내용을 줄여 주세요.',
  'persona.tool_name': '페르소나에는 내부 기능 이름을 쓸 수 없습니다. 원하는 동작을 문장으로 설명해 주세요.',
  'persona.tool_signature': '페르소나에는 코드처럼 보이는 표기를 쓸 수 없습니다. 일반 문장으로 바꿔 주세요.',
} as const satisfies Partial<Record<PublicCode, string>>;

/** The persona as it is stored: without announcing sentences, and checked without them. */
export function checkedPersona(sent: string): string | Failure {
  const persona = withoutAnnouncements(sent);
  const broken = brokenRule(persona);
  return broken ? new Failure(broken, SENTENCES[broken]) : persona;
}

/** An editor may change normal form and white space without changing the result, except for the length. */
function brokenRule(persona: string): keyof typeof SENTENCES | undefined {
  const composed = asNfc(persona);
  const folded = composed.replaceAll(WHITE_SPACE, ' ').trim();
  if (folded === '') return 'persona.empty';
  // NFC makes text in some scripts longer.
  const characters = Math.min(codePointsIn(persona), codePointsIn(composed));
  if (characters > AGENT_LIMITS.personaCharacters) return 'persona.too_long';
  if (FEATURE_NAME.test(folded)) return 'persona.tool_name';
  if (hasCodeNotation(folded)) return 'persona.tool_signature';
  return undefined;
}

const WHITE_SPACE = /[\s\u0085]+/g;

/** More marks on one letter than any script writes: the bound of Stream-Safe Text (UAX #15). */
const PILED_MARKS = /\p{M}{31}/u;

/** Piled marks stay as they are: the time to put them in order grows with the square of their number. */
const asNfc = (text: string) => (PILED_MARKS.test(text) ? text : text.normalize('NFC'));
