import type { FinishedCall } from '../../clients/voice-platform/src/index.ts';
import type { Talk } from './conversations/conversation.ts';
import { ENGLISH } from './conversations/en.ts';
import { FRENCH } from './conversations/fr.ts';
import { KOREAN } from './conversations/ko.ts';
import type { Kind, Language } from './partners.ts';

export const TALKS: Readonly<Record<Language, Talk>> = { ko: KOREAN, en: ENGLISH, fr: FRENCH };

interface About {
  readonly callId: string;
  readonly language: Language;
  readonly kind: Kind;
  readonly endedAtMs: number;
  /** Returns a random number in [0, 1). */
  readonly random: () => number;
}

const SHORTEST_CALL_SECONDS = 25;
const LONGEST_CALL_SECONDS = 280;
const WEB_SHARE = 0.15;
/** The callers' numbers without the last four digits, which are random. Nobody has such a number. */
const CALLERS: Readonly<Record<Language, string>> = { ko: '+82100155', en: '+1416055', fr: '+1514055' };

export const pickOne = <Item>(items: readonly Item[], random: () => number): Item => {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error('The list to pick from is empty');
  return item;
};

/** Returns a finished call, as the voice platform hands it over. */
export function finishedCall({ callId, language, kind, endedAtMs, random }: About): FinishedCall {
  const { names, about } = TALKS[language];
  const { summary, ...conversation } = pickOne(about[kind], random);
  const lastDigits = String(Math.floor(random() * 10_000)).padStart(4, '0');
  const isPhone = random() >= WEB_SHARE;
  return {
    ...conversation,
    callId,
    summary: summary.replaceAll('{who}', pickOne(names, random)),
    callType: isPhone ? 'phone' : 'web',
    callerNumber: isPhone ? CALLERS[language] + lastDigits : null,
    durationSecs: Math.round(SHORTEST_CALL_SECONDS + (LONGEST_CALL_SECONDS - SHORTEST_CALL_SECONDS) * random()),
    transferred: conversation.resolution === 'Escalated',
    endedAt: new Date(endedAtMs).toISOString(),
  };
}
