import { now } from '../clock.ts';
import { otherZone, zone } from '../settings.ts';
import { relativeText, timeText, type Zone, zoneName } from '../time.ts';

interface Props {
  /** As the command returned it. */
  readonly at: string;
}

const inZone = (ms: number, wanted: Zone) => `${timeText(ms, wanted)} ${zoneName(ms, wanted)}`;

/** A time in the chosen zone. The hint has the other zone. */
export function Moment({ at }: Props) {
  const ms = Date.parse(at);
  return (
    <time dateTime={at} title={inZone(ms, otherZone())}>
      {inZone(ms, zone.value)}
    </time>
  );
}

/** How far a time is away, by the clock of the service. The hint has the time itself. */
export function Ago({ at }: Props) {
  const ms = Date.parse(at);
  return (
    <time dateTime={at} title={`${inZone(ms, 'UTC')}, ${inZone(ms, otherZone())}`}>
      {relativeText(ms, now.value)}
    </time>
  );
}

/** A time and how far it is away. */
export function MomentAndAgo({ at }: Props) {
  return (
    <>
      <Moment at={at} />{' '}
      <span class="soft">
        (<Ago at={at} />)
      </span>
    </>
  );
}

/** A time in UTC and in the reader's zone. */
export function BothZones({ at }: Props) {
  const ms = Date.parse(at);
  return (
    <>
      <time dateTime={at}>{inZone(ms, 'UTC')}</time>{' '}
      <span class="soft">
        ({inZone(ms, otherZone() === 'UTC' ? zone.value : otherZone())}, <Ago at={at} />)
      </span>
    </>
  );
}
