/** Texts that can be recognized wherever they appear. JSON encodes none of their characters differently. */
export const CANARIES = {
  persona: 'canary persona knows every regular by name',
  greeting: 'canary greeting from the corner cafe',
  recipient: 'canary.recipient@example.com',
  title: 'canary title of a lost ring',
  summary: 'canary summary wants the ring engraved',
  caller: '+82 10-7391-5526',
  transferTo: '+82 2-6451-7783',
  line: '+827048203951',
  /** A canary for messages that our own code has not sent. */
  poison: 'canary poison',
  /** A key of no partner. It could be somebody's key for another service. */
  strangeKey: `svc_partner_${'ca4a27'.repeat(10)}beef`,
} as const;

export const AGENT = {
  persona: CANARIES.persona,
  greeting: CANARIES.greeting,
  summaryRecipients: [{ email: CANARIES.recipient }],
};

export const CALL = {
  title: CANARIES.title,
  summary: CANARIES.summary,
  callerNumber: CANARIES.caller,
  transferred: true,
  transferTo: CANARIES.transferTo,
};

type Name = keyof typeof CANARIES | 'key' | 'secret';

/** A canary, and the texts by which it is recognized, other spellings included. */
export interface Canary {
  readonly name: Name;
  readonly forms: readonly string[];
}

const numberForms = (number: string) => {
  const digits = number.replaceAll(/\D/g, '');
  // The phone number as written, and its last eight digits without and with a hyphen. These digits contain no country
  // code. A masked number shows fewer digits, so it matches none of these texts.
  return [number, digits.slice(-8), `${digits.slice(-8, -4)}-${digits.slice(-4)}`];
};

const FORMS: Record<keyof typeof CANARIES, readonly string[]> = {
  persona: [CANARIES.persona],
  greeting: [CANARIES.greeting],
  recipient: [CANARIES.recipient],
  title: [CANARIES.title],
  summary: [CANARIES.summary],
  caller: numberForms(CANARIES.caller),
  transferTo: numberForms(CANARIES.transferTo),
  line: numberForms(CANARIES.line),
  poison: [CANARIES.poison],
  strangeKey: [CANARIES.strangeKey.slice(-52)],
};

/** Returns the fixed canaries, and the API key and signing secret of the service's partner. */
export function canaries(apiKey: string, signingSecret: string): readonly Canary[] {
  const hex = signingSecret.replace('whsec_', '');
  const base64 = (text: string, encoding: BufferEncoding) => Buffer.from(text, encoding).toString('base64');
  return [
    ...Object.entries(FORMS).map(([name, forms]) => ({ name: name as keyof typeof CANARIES, forms })),
    // This text leaves out the beginning of the key, because whoami returns it.
    { name: 'key', forms: [apiKey.slice(-52)] },
    // These texts leave out the last four characters of the secret, because the hint shows them. They are the secret as
    // text, as KMS sends it, and as the bytes of the signing key.
    {
      name: 'secret',
      forms: [hex.slice(0, -4), base64(signingSecret, 'utf8').slice(0, 60), base64(hex, 'hex').slice(0, 30)],
    },
  ];
}

export const toldBy = (text: string, known: readonly Canary[]): Name[] =>
  known.filter(({ forms }) => forms.some((form) => text.includes(form))).map(({ name }) => name);
