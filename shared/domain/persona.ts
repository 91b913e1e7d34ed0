import { AGENT_LIMITS } from '../contract/agent.ts';
import { codePointsIn } from '../contract/text.ts';
import { Failure, type PublicCode } from './failure.ts';

/** Put before a persona wherever it is shown or used, in the language of the line's region. Stored nowhere. */
const ANNOUNCEMENTS = {
  kr: '지금은 매장에 걸려 온 전화를 받아 고객과 실시간으로 통화하는 중입니다.',
  ca: 'You are on a live phone call with a customer who is calling the business.',
} as const;

/** The regions whose language is known. */
export type PersonaRegion = keyof typeof ANNOUNCEMENTS;

const SEPARATOR = '\n\n';

/** The persona as partners read it and calls use it: announced once. */
export const renderPersona = (region: PersonaRegion, persona: string) =>
  `${ANNOUNCEMENTS[region]}${SEPARATOR}${persona}`;

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

/**
 * A snake_case or camelCase identifier directly before a bracket, or one of the signs that only code has.
 * One lower-case letter before the capital is a brand and no identifier: `iPhone(아이폰)`.
 */
const CODE = [
  /(?<!\w)_*[a-z][a-z0-9]*(?:_+[a-z0-9]+)+_*\(/i,
  /(?<!\w)_*[a-z][a-z0-9]+[A-Z][A-Za-z0-9]*_*\(/,
  /\{\{|```|=>/,
];

/** Contract, "Codes": for these the sentence is shown to the operator as it is, so it is Korean. */
const SENTENCES = {
  'persona.empty': '페르소나가 비어 있습니다. 내용을 입력해 주세요.',
  'persona.too_long': '페르소나가 8,000자를 넘습니다. 내용을 줄여 주세요.',
  'persona.tool_name': '페르소나에는 내부 기능 이름을 쓸 수 없습니다. 원하는 동작을 문장으로 설명해 주세요.',
  'persona.tool_signature': '페르소나에는 코드처럼 보이는 표기를 쓸 수 없습니다. 일반 문장으로 바꿔 주세요.',
} as const satisfies Partial<Record<PublicCode, string>>;

/** The persona as it is stored: without announcing sentences, and judged without them. */
export function checkedPersona(sent: string): string {
  const persona = withoutAnnouncements(sent);
  const broken = brokenRule(persona);
  if (broken) throw new Failure(broken, SENTENCES[broken]);
  return persona;
}

/** Takes off every leading copy in either language, so that a value that was read can always be sent back. */
function withoutAnnouncements(persona: string): string {
  let rest = persona;
  for (let next = afterAnnouncement(rest); next !== undefined; next = afterAnnouncement(rest)) rest = next;
  return rest;
}

/** Spaces and line ends around the sentence may have changed on their way through a form; the separator is exact. */
function afterAnnouncement(text: string): string | undefined {
  const start = text.trimStart();
  const sentence = Object.values(ANNOUNCEMENTS).find((announcement) => start.startsWith(announcement));
  if (sentence === undefined) return undefined;
  const rest = start.slice(sentence.length);
  return rest.startsWith(SEPARATOR) ? rest.slice(SEPARATOR.length) : rest.trimStart();
}

function brokenRule(persona: string): keyof typeof SENTENCES | undefined {
  if (persona.trim() === '') return 'persona.empty';
  if (codePointsIn(persona) > AGENT_LIMITS.personaCharacters) return 'persona.too_long';
  if (FEATURE_NAME.test(persona)) return 'persona.tool_name';
  if (CODE.some((sign) => sign.test(persona))) return 'persona.tool_signature';
  return undefined;
}
