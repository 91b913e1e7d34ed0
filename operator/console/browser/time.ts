export const SECOND_MS = 1_000;
export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

/** A time zone of the IANA list, such as `UTC`. */
export type Zone = string;

export const UTC: Zone = 'UTC';

/** Returns a time such as `2026-11-22 20:17:44`. Fractions of a second are cut off. */
export function timeText(ms: number, zone: Zone): string {
  if (zone === UTC) return new Date(ms).toISOString().slice(0, 'yyyy-mm-ddThh:mm:ss'.length).replace('T', ' ');
  const { year, month, day, hour, minute, second } = partsOf(ms, zone);
  return `${year}-${month}-${day} ${hour}:${minute}:${second}`;
}

/** Returns the name of a time zone at a time, such as `UTC` or `GMT+9`. */
export const zoneName = (ms: number, zone: Zone): string =>
  zone === UTC ? UTC : (partsOf(ms, zone).timeZoneName ?? zone);

type Parts = Readonly<Partial<Record<Intl.DateTimeFormatPartTypes, string>>>;

const partsOf = (ms: number, zone: Zone): Parts =>
  Object.fromEntries(
    formatterOf(zone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, value]),
  );

const formatters = new Map<Zone, Intl.DateTimeFormat>();

/** Returns the formatter for a time zone. Creating a formatter can take 40 ms, so each one is created only once. */
function formatterOf(zone: Zone): Intl.DateTimeFormat {
  const known = formatters.get(zone);
  if (known) return known;
  const formatter = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    hourCycle: 'h23',
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' },
    // Shows the offset, because `timeOption` cannot read a short name such as EST in a pasted time.
    timeZoneName: 'shortOffset',
  });
  formatters.set(zone, formatter);
  return formatter;
}

/** Returns a duration such as `87 ms`, `10.0 s`, `6 min 53 s` or `2 h 5 min`. */
export function durationText(ms: number): string {
  if (ms < SECOND_MS) return `${Math.round(ms)} ms`;
  if (ms < MINUTE_MS) return `${(Math.floor(ms / 100) / 10).toFixed(1)} s`;
  return wholeUnitsText(ms);
}

/** Returns a duration to the millisecond, such as `87 ms` or `4.213 s`. */
export const preciseDurationText = (ms: number): string =>
  ms < SECOND_MS ? `${ms} ms` : `${(ms / SECOND_MS).toFixed(3)} s`;

/** Returns how long ago or how far ahead a time is, such as `3 min 5 s ago`, `in 12 s` or `now`. */
export function relativeText(ms: number, nowMs: number): string {
  const awayMs = Math.abs(ms - nowMs);
  if (awayMs < SECOND_MS) return 'now';
  return ms > nowMs ? `in ${wholeUnitsText(awayMs)}` : `${wholeUnitsText(awayMs)} ago`;
}

/** Returns how long ago or how far ahead a time is, in its largest unit, such as `3 min ago`, for lists. */
export const roughRelativeText = (ms: number, nowMs: number): string =>
  relativeText(ms, nowMs).replace(/^((?:in )?\d+ [a-z]+)(?: \d+ [a-z]+)/, '$1');

/** Matches a time as the pages show it, such as `2026-11-23 05:17:44 GMT+9`, also with `(3 s ago)` after it. */
const WRITTEN =
  /^(?<day>\d{4}-\d\d-\d\d) (?<clock>\d\d:\d\d:\d\d) (?:UTC|GMT(?:(?<sign>[+-])(?<hours>\d{1,2})(?::(?<minutes>\d\d))?)?)(?: \(.*\))?$/;

/** Converts a time that was copied from a page to the form that the commands accept. Any other text stays the same. */
export function timeOption(text: string): string {
  const found = WRITTEN.exec(text)?.groups;
  if (!found) return text;
  const { day, clock, sign, hours = '0', minutes = '00' } = found;
  return `${day}T${clock}${sign === undefined ? 'Z' : `${sign}${hours.padStart(2, '0')}:${minutes}`}`;
}

const UNITS = [
  { name: 'd', ms: DAY_MS },
  { name: 'h', ms: HOUR_MS },
  { name: 'min', ms: MINUTE_MS },
  { name: 's', ms: SECOND_MS },
] as const;

/** Returns a duration in one or two whole units, from seconds to days. */
function wholeUnitsText(ms: number): string {
  const largest = UNITS.findIndex((unit) => ms >= unit.ms);
  const [unit, smaller] = [UNITS[largest] ?? UNITS[3], UNITS[largest + 1]];
  const count = Math.floor(ms / unit.ms);
  const rest = smaller === undefined ? 0 : Math.floor((ms % unit.ms) / smaller.ms);
  return rest === 0 ? `${count} ${unit.name}` : `${count} ${unit.name} ${rest} ${smaller?.name}`;
}
