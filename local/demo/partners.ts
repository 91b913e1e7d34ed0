import type { CreateTenantInput } from '../../shared/contract/lines/tenant-requests.ts';
import type { Behaviour } from './receiver-behaviours.ts';

export const KINDS = ['restaurant', 'clinic', 'salon', 'stay', 'shop'] as const;
export type Kind = (typeof KINDS)[number];
export type Language = 'ko' | 'en' | 'fr';

/** A small business with a line. */
export interface Business {
  readonly name: string;
  readonly externalId: string;
  readonly kind: Kind;
  /**
   * Nobody has this number: subscribers' numbers in Korea do not begin with 0, and 555-01xx in Canada is reserved for
   * fiction.
   */
  readonly number: string;
  readonly greeting: string;
}

/** A company that sets up lines for small businesses. */
export interface DemoPartner {
  readonly name: string;
  /** The path of the partner's webhook. */
  readonly slug: string;
  readonly contact: string;
  readonly language: Language;
  readonly behaviour: Behaviour;
  readonly businesses: readonly Business[];
}

type Row = readonly [name: string, externalId: string, kind: Kind, number: string, greeting: string];

const businesses = (...rows: readonly Row[]): Business[] =>
  rows.map(([name, externalId, kind, number, greeting]) => ({ name, externalId, kind, number, greeting }));

export const PARTNERS: readonly DemoPartner[] = [
  {
    ...{
      name: '한강예약',
      slug: 'hangang',
      contact: 'ops@hangang-yeyak.example',
      language: 'ko',
      behaviour: 'healthy',
    },
    businesses: businesses(
      ['연남동 손칼국수', 'yeonnam-kalguksu', 'restaurant', '+82201550101', '안녕하세요, 연남동 손칼국수입니다.'],
      ['성수 그린치과', 'seongsu-green-dental', 'clinic', '+82201550102', '성수 그린치과입니다. 무엇을 도와드릴까요?'],
      ['망원 꽃집 봄날', 'mangwon-bomnal', 'shop', '+82201550103', '꽃집 봄날입니다. 반갑습니다.'],
      ['합정 미용실 결', 'hapjeong-gyeol', 'salon', '+82201550104', '미용실 결입니다. 예약 도와드릴까요?'],
    ),
  },
  {
    ...{ name: 'Maple Front Desk', slug: 'maple', contact: 'oncall@maplefrontdesk.example' },
    ...{ language: 'en', behaviour: 'healthy' },
    businesses: businesses(
      ['Kensington Bakery', 'kensington-bakery', 'shop', '+14165550111', 'Kensington Bakery, good morning!'],
      ['Queen West Dental', 'queen-west-dental', 'clinic', '+14165550112', 'Queen West Dental, how can we help?'],
      ['Trattoria Ossington', 'trattoria-ossington', 'restaurant', '+14165550113', 'Trattoria Ossington, buona sera!'],
      ['Leslieville Hair Studio', 'leslieville-hair', 'salon', '+14165550114', 'Leslieville Hair Studio, hello!'],
    ),
  },
  {
    ...{ name: '동네비서', slug: 'dongne', contact: 'dev@dongne-biseo.example', language: 'ko', behaviour: 'slow' },
    businesses: businesses(
      ['해운대 물회집', 'haeundae-mulhoe', 'restaurant', '+82510155201', '해운대 물회집입니다.'],
      ['광안리 펜션 바다창', 'gwangalli-badachang', 'stay', '+82510155202', '펜션 바다창입니다. 예약 문의이신가요?'],
      ['서면 튼튼정형외과', 'seomyeon-teunteun', 'clinic', '+82510155203', '튼튼정형외과입니다. 말씀하세요.'],
    ),
  },
  {
    ...{ name: 'Réception Laurier', slug: 'laurier', contact: 'technique@reception-laurier.example' },
    ...{ language: 'fr', behaviour: 'flapping' },
    businesses: businesses(
      ['Boulangerie Villeray', 'boulangerie-villeray', 'shop', '+15145550121', 'Boulangerie Villeray, bonjour!'],
      [
        'Clinique dentaire Rosemont',
        'dentaire-rosemont',
        'clinic',
        '+15145550122',
        'Clinique dentaire Rosemont, bonjour!',
      ],
      ['Bistro du Canal', 'bistro-du-canal', 'restaurant', '+15145550123', 'Bistro du Canal, bonjour!'],
    ),
  },
  {
    ...{ name: '제주스테이', slug: 'jeju', contact: 'admin@jejustay.example', language: 'ko', behaviour: 'failing' },
    businesses: businesses(
      ['애월 돌담 게스트하우스', 'aewol-doldam', 'stay', '+82640155301', '돌담 게스트하우스입니다. 안녕하세요.'],
      ['서귀포 흑돼지 마당', 'seogwipo-madang', 'restaurant', '+82640155302', '흑돼지 마당입니다.'],
    ),
  },
  {
    ...{ name: 'Prairie Reception', slug: 'prairie', contact: 'support@prairiereception.example' },
    ...{ language: 'en', behaviour: 'strict' },
    businesses: businesses(
      ['Inglewood Auto Repair', 'inglewood-auto', 'shop', '+14035550131', 'Inglewood Auto Repair, how can I help?'],
      ['Bow River Inn', 'bow-river-inn', 'stay', '+14035550132', 'Bow River Inn, good day!'],
      ['Mission Barber Shop', 'mission-barber', 'salon', '+14035550133', 'Mission Barber Shop, hello!'],
    ),
  },
];

const PERSONAS: Readonly<Record<Language, (name: string) => string>> = {
  ko: (name) => `${name}의 전화를 받는 친절한 직원입니다. 짧고 정중하게 말합니다.`,
  en: (name) => `You answer the phone of ${name}. You are friendly and brief.`,
  fr: (name) => `Tu réponds au téléphone de ${name}. Tu es aimable et tu vas droit au but.`,
};

/** Returns the body with which the partner creates the line. */
export const lineCreationBody = ({ language, contact }: DemoPartner, business: Business): CreateTenantInput => ({
  name: business.name,
  region: language === 'ko' ? 'kr' : 'ca',
  externalId: business.externalId,
  agent: {
    persona: PERSONAS[language](business.name),
    greeting: business.greeting,
    businessHours: { mode: '24/7' },
    summaryRecipients: [{ email: contact }],
  },
});
