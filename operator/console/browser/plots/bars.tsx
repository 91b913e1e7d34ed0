import { UNDELIVERED_STATUSES } from '../../../../shared/domain/deliveries/delivery.ts';
import { Chart, type Plane, type Row } from './chart.tsx';

interface Props<Status extends string> {
  readonly title: string;
  /** The period that the bars cover, such as "In the last hour". */
  readonly span: string;
  readonly statuses: readonly Status[];
  /** One row per bar, oldest first. */
  readonly rows: readonly (Omit<Row, 'values'> & {
    /** The count of each status. Null if the counts are unknown. */
    readonly counts: Readonly<Record<Status, number>> | null;
  })[];
  /** The head of the column with the names, such as "Minute (UTC)". */
  readonly head: string;
}

/** Failures have a scale of their own, so that few failures are visible beside many successes. */
const FAILURES: readonly string[] = UNDELIVERED_STATUSES;
const HEIGHTS = { main: 96, failures: 44, alone: 150 };

/** A bar has a layer for each status with a count. Failures, if any, have a panel of their own, below the others. */
export function Bars<Status extends string>({ title, span, statuses, rows, head }: Props<Status>) {
  const failures = statuses.filter((status) => FAILURES.includes(status));
  const others = statuses.filter((status) => !failures.includes(status));
  const totalOf = (status: Status) => rows.reduce((sum, { counts }) => sum + (counts?.[status] ?? 0), 0);
  const panelOf = (name: keyof typeof HEIGHTS, layers: readonly Status[]) => {
    const most = axisLimit(
      Math.max(1, ...rows.map(({ counts }) => layers.reduce((sum, one) => sum + (counts?.[one] ?? 0), 0))),
    );
    return {
      name,
      height: HEIGHTS[name],
      marks: [0, most].map((value) => ({ value, label: value.toLocaleString('en') })),
      draw: (plane: Plane) =>
        rows.map(({ at, counts }, row) =>
          counts === null ? (
            <Unknown key={at} plane={plane} row={row} most={most} />
          ) : (
            <Bar key={at} {...{ plane, row, counts, layers }} />
          ),
        ),
    };
  };
  const hasFailures = failures.some((status) => totalOf(status) > 0);
  return (
    <Chart
      title={title}
      words={`${span}: ${statuses.map((status) => `${totalOf(status).toLocaleString('en')} ${status}`).join(', ')}.`}
      panels={hasFailures ? [panelOf('main', others), panelOf('failures', failures)] : [panelOf('alone', others)]}
      kinds={statuses.map((name) => ({ name, sample: <rect class={name} width="8" height="8" rx="2" /> }))}
      head={head}
      rows={rows.map(({ counts, ...row }) => ({
        ...row,
        values: statuses.map((one) => (counts === null ? 'not known' : counts[one].toLocaleString('en'))),
      }))}
    />
  );
}

interface BarProps<Status extends string> {
  readonly plane: Plane;
  readonly row: number;
  readonly counts: Readonly<Record<Status, number>>;
  /** The statuses of the layers, from the bottom of the bar to its top. */
  readonly layers: readonly Status[];
}

const WIDEST_BAR = 28;
/** The minimum height of a layer in pixels, so that even one delivery is visible. */
const LOWEST_LAYER = 2;

function Bar<Status extends string>({ plane: { step, x, y }, row, counts, layers }: BarProps<Status>) {
  const width = Math.min(WIDEST_BAR, Math.max(1, step - 2));
  let from = 0;
  let top = y(0);
  return (
    <g>
      {layers.map((status) => {
        if (counts[status] === 0) return null;
        const height = Math.max(LOWEST_LAYER, y(from) - y(from + counts[status]));
        from += counts[status];
        top -= height;
        return (
          <rect key={status} class={status} x={x(row) + (step - width) / 2} width={width} y={top} height={height} />
        );
      })}
    </g>
  );
}

interface UnknownProps {
  readonly plane: Plane;
  readonly row: number;
  readonly most: number;
}

/** A period whose counts are unknown. Adjacent unknown periods form one grey area. */
const Unknown = ({ plane: { step, x, y }, row, most }: UnknownProps) => (
  <rect class="unknown" x={x(row)} width={step} y={y(most)} height={y(0) - y(most)} />
);

/** Returns the smallest of 1, 2, 4, 5, 10, 20, 40, 50, … that is not below the given number. */
function axisLimit(most: number): number {
  const power = 10 ** Math.floor(Math.log10(most));
  return [1, 2, 4, 5, 10].map((step) => step * power).find((limit) => limit >= most) ?? most;
}
