import * as z from 'zod/mini';

/** IANA's time zone names of three letters. ICU also accepts others, such as `IST`, and guesses the zone. */
const SHORT_NAMES = /^(CET|EET|EST|GMT|HST|MET|MST|PRC|ROC|ROK|UCT|UTC|WET)$/i;

/** IANA's current names of time zones, by the old names from CLDR that Intl returns. */
const RENAMED: ReadonlyMap<string, string> = new Map([
  ['Africa/Asmera', 'Africa/Asmara'],
  ['America/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
  ['America/Catamarca', 'America/Argentina/Catamarca'],
  ['America/Coral_Harbour', 'America/Atikokan'],
  ['America/Cordoba', 'America/Argentina/Cordoba'],
  ['America/Godthab', 'America/Nuuk'],
  ['America/Indianapolis', 'America/Indiana/Indianapolis'],
  ['America/Jujuy', 'America/Argentina/Jujuy'],
  ['America/Louisville', 'America/Kentucky/Louisville'],
  ['America/Mendoza', 'America/Argentina/Mendoza'],
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['Asia/Katmandu', 'Asia/Kathmandu'],
  ['Asia/Rangoon', 'Asia/Yangon'],
  ['Asia/Saigon', 'Asia/Ho_Chi_Minh'],
  ['Atlantic/Faeroe', 'Atlantic/Faroe'],
  ['Europe/Kiev', 'Europe/Kyiv'],
  ['Pacific/Enderbury', 'Pacific/Kanton'],
  ['Pacific/Ponape', 'Pacific/Pohnpei'],
  ['Pacific/Truk', 'Pacific/Chuuk'],
]);

/**
 * Returns IANA's current name of a time zone. Upper and lower case of the given name do not matter. Returns
 * `undefined` for offsets and unknown names.
 */
export function canonicalTimeZone(name: string): string | undefined {
  if (!/^[a-z]/i.test(name) || (name.length === 3 && !SHORT_NAMES.test(name))) return undefined;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    return RENAMED.get(timeZone) ?? timeZone;
  } catch {
    return undefined;
  }
}

const timeZone = z.string().check(
  z.refine((name) => canonicalTimeZone(name) !== undefined, 'must be an IANA time zone name'),
  z.overwrite((name) => canonicalTimeZone(name) ?? name),
);

/** A time in 24-hour format. If `close` is before `open`, the line closes on the next day. */
const timeOfDay = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be HH:MM'));

export const scheduleDay = z
  .object({ enabled: z.boolean(), open: z.exactOptional(timeOfDay), close: z.exactOptional(timeOfDay) })
  .check(
    z.refine(
      ({ enabled, open, close }) => !enabled || (open !== undefined && close !== undefined),
      'an enabled day needs open and close',
    ),
  );

const day = z.exactOptional(scheduleDay);

const DAYS = { mon: day, tue: day, wed: day, thu: day, fri: day, sat: day, sun: day };

/** The hours of each day. The schema is strict: a misspelt day, if ignored, would leave the line closed on that day. */
export const schedule = z.strictObject(DAYS, {
  error: ({ code }) =>
    code === 'unrecognized_keys' ? `must have no fields other than ${Object.keys(DAYS).join(', ')}` : undefined,
});

export const businessHours = z.object({
  mode: z.enum(['24/7', 'custom']),
  timezone: z.exactOptional(timeZone),
  schedule: z.exactOptional(schedule),
});
