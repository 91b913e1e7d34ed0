/** The longest literal that stays on one line. */
const LINE_CHARACTERS = 60;

/** How a language writes values. */
interface Notation {
  readonly text: (text: string) => string;
  readonly key: (key: string) => string;
  readonly boolean: (value: boolean) => string;
  readonly inner: string;
}

const NOTATIONS = {
  python: {
    text: (text) => JSON.stringify(text),
    key: (key) => `${JSON.stringify(key)}: `,
    boolean: (value) => (value ? 'True' : 'False'),
    inner: '',
  },
  typescript: {
    text: (text) => (text.includes("'") ? JSON.stringify(text) : `'${text}'`),
    key: (key) => `${key}: `,
    boolean: String,
    inner: ' ',
  },
} as const satisfies Record<string, Notation>;

/** An object as a literal of a language: on one line if it fits, otherwise a field on each line. */
export function literal(
  language: keyof typeof NOTATIONS,
  value: Readonly<Record<string, unknown>>,
  indent = 0,
): string {
  const { text, key, boolean, inner } = NOTATIONS[language];
  const fields = Object.entries(value).map(([name, field]) => {
    if (typeof field === 'string') return key(name) + text(field);
    if (typeof field === 'boolean') return key(name) + boolean(field);
    throw new Error(`No literal for ${name}: a sample shows only texts and booleans`);
  });
  const oneLine = `{${inner}${fields.join(', ')}${inner}}`;
  if (oneLine.length <= LINE_CHARACTERS) return oneLine;
  const step = language === 'python' ? 4 : 2;
  const margin = ' '.repeat(indent);
  return `{\n${fields.map((field) => `${margin}${' '.repeat(step)}${field},\n`).join('')}${margin}}`;
}
