import { now } from '../clock.ts';
import { otherZone, zone } from '../settings.ts';
import { relativeText, roughRelativeText, timeText, type Zone, zoneName } from '../time.ts';

interface Props {
  /** A time in ISO 8601. */
  readonly at: string;
}

const inZone = (ms: number, wanted: Zone) => `${timeText(ms, wanted)} ${zoneName(ms, wanted)}`;

/** Returns the time of day in the chosen zone, such as `20:17`. */
export const clockText = (at: string) =>
  timeText(Date.parse(at), zone.value).slice('yyyy-mm-dd '.length, -':ss'.length);
export const dateText = (at: string) => timeText(Date.parse(at), zone.value).slice(0, 'yyyy-mm-dd'.length);
export const zoneNameAt = (at: string | undefined) => zoneName(Date.parse(at ?? '') || 0, zone.value);

/** A time in the chosen zone: UTC or the browser's zone. The tooltip has the time in the other of these zones. */
export function Moment({ at }: Props) {
  const ms = Date.parse(at);
  return (
    <time dateTime={at} title={inZone(ms, otherZone())}>
      {inZone(ms, zone.value)}
    </time>
  );
}

/** How long ago or how far ahead a time is, by the clock of the service. The tooltip has the time itself. */
export function RelativeTime({ at }: Props) {
  return <TimeWithText at={at} text={relativeText} />;
}

/** How long ago or how far ahead a time is, in one unit, such as "5 min ago". */
export function RoughRelativeTime({ at }: Props) {
  return <TimeWithText at={at} text={roughRelativeText} />;
}

function TimeWithText({ at, text }: Props & { readonly text: typeof relativeText }) {
  const ms = Date.parse(at);
  return (
    <time dateTime={at} title={`${inZone(ms, zone.value)}, ${inZone(ms, otherZone())}`}>
      {text(ms, now.value)}
    </time>
  );
}

/** How long ago or how far ahead a time is, and the time itself. */
export function MomentAndRelativeTime({ at }: Props) {
  return (
    <>
      <RelativeTime at={at} />{' '}
      <span class="soft">
        <Moment at={at} />
      </span>
    </>
  );
}

/** A time in UTC and in the reader's time zone, and how long ago or how far ahead it is. */
export function TimeInBothZones({ at }: Props) {
  const ms = Date.parse(at);
  const inOwn = inZone(ms, otherZone() === 'UTC' ? zone.value : otherZone());
  return (
    <>
      <time dateTime={at}>{inZone(ms, 'UTC')}</time>{' '}
      <span class="soft">
        ({inOwn === inZone(ms, 'UTC') ? null : `${inOwn}, `}
        <RelativeTime at={at} />)
      </span>
    </>
  );
}
