import { LANES, type Lane } from '../../../../shared/domain/deliveries/lane.ts';
import type { LaneAges } from '../../protocol/command-values.ts';
import { clockText, zoneNameAt } from '../elements/moment.tsx';
import { durationText, SECOND_MS } from '../time.ts';
import { Chart, type Plane } from './chart.tsx';

const HEIGHT = 150;

/** A chart of how long the oldest wake-up of each lane waited, by minute. */
export function AgesPlot({ ages }: { readonly ages: readonly LaneAges[] }) {
  const known = ages.flatMap((minute) => LANES.map((lane) => minute[lane])).filter((age) => age !== null);
  const most = niceAge(Math.max(0, ...known));
  return (
    <Chart
      title="Age of the oldest wake-up in each lane, by minute"
      words={longestWaitSentence(ages)}
      panels={[
        {
          name: 'ages',
          height: HEIGHT,
          marks: [0, most / 2, most].map((value) => ({ value, label: value === 0 ? '0' : shortText(value) })),
          draw: (plane) =>
            LANES.map((lane) => <path key={lane} class={`lane ${lane}`} d={lanePath(ages, lane, plane)} />),
        },
      ]}
      kinds={LANES.map((name) => ({ name, sample: <path class={`lane ${name}`} d="M0 4H8" /> }))}
      head={`Minute (${zoneNameAt(ages[0]?.minute)})`}
      rows={ages.map((ageOf) => ({
        at: ageOf.minute,
        name: clockText(ageOf.minute),
        label: clockText(ageOf.minute),
        values: LANES.map((lane) => ageText(ageOf[lane])),
      }))}
    />
  );
}

/** Returns an SVG path with a step for each minute that has a value, and a gap for each minute without a value. */
function lanePath(ages: readonly LaneAges[], lane: Lane, { step, x, y }: Plane): string {
  return ages
    .map((minute, at) => {
      const age = minute[lane];
      if (age === null) return '';
      const isFirst = (ages[at - 1]?.[lane] ?? null) === null;
      return `${isFirst ? 'M' : 'L'}${x(at)} ${y(age)}H${x(at) + step}`;
    })
    .join('');
}

function longestWaitSentence(ages: readonly LaneAges[]): string {
  const parts = LANES.map((lane) => {
    const known = ages.map((minute) => minute[lane]).filter((age) => age !== null);
    return `${lane} ${known.length === 0 ? 'not known' : ageText(Math.max(...known))}`;
  });
  return `The longest wait of a wake-up in the last ${ages.length} minutes: ${parts.join(', ')}.`;
}

const shortText = (seconds: number) => durationText(seconds * SECOND_MS).replace('.0', '');
const ageText = (seconds: number | null) => {
  if (seconds === null) return 'not known';
  return seconds === 0 ? 'none' : shortText(seconds);
};

/**
 * The upper limits of the axis, in seconds. Half of each limit is also a round number. An age above the last limit is
 * itself the limit.
 */
const NICE_SECONDS = [10, 60, 120, 600, 1_200, 3_600, 7_200, 86_400, 172_800];

const niceAge = (most: number) => NICE_SECONDS.find((limit) => limit >= most) ?? most;
