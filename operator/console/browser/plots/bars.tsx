import { Chart } from './chart.tsx';

interface Props<Status extends string> {
  readonly title: string;
  /** Which time the bars cover, such as "In the last hour". */
  readonly span: string;
  /** From the bottom of a bar to its top. */
  readonly statuses: readonly Status[];
  /** Oldest first. The name is for the table, the label for the axis. Two times may have one name. */
  readonly rows: readonly {
    readonly at: string;
    readonly name: string;
    readonly label: string | undefined;
    readonly counts: Readonly<Record<Status, number>>;
  }[];
  /** What the names are, such as "Minute (UTC)". */
  readonly head: string;
}

/** Deliveries over time, as bars with a layer for each status. */
export function Bars<Status extends string>({ title, span, statuses, rows, head }: Props<Status>) {
  const sumOf = (counts: Readonly<Record<Status, number>>) => statuses.reduce((sum, one) => sum + counts[one], 0);
  const most = niceLimit(Math.max(1, ...rows.map(({ counts }) => sumOf(counts))));
  const sums = statuses.map((status) => `${rows.reduce((sum, { counts }) => sum + counts[status], 0)} ${status}`);
  return (
    <Chart
      title={title}
      words={`${span}: ${sums.join(', ')}.`}
      labels={rows.map(({ label }) => label)}
      marks={[0, most / 2, most].map((value) => ({ value, label: String(value) }))}
      kinds={statuses.map((name) => ({ name, sample: <rect class={name} width="8" height="8" /> }))}
      draw={({ step, x, y }) =>
        rows.map(({ at, counts }, row) => (
          <g key={at}>
            {layersOf(statuses, counts).map(({ status, from, to }) => (
              <rect
                key={status}
                class={status}
                x={x(row) + (step - widthOf(step)) / 2}
                width={widthOf(step)}
                y={y(to)}
                height={y(from) - y(to)}
              />
            ))}
          </g>
        ))
      }
      table={{
        head,
        rows: rows.map(({ at, name, counts }) => ({ at, name, values: statuses.map((one) => String(counts[one])) })),
      }}
    />
  );
}

const WIDEST_BAR = 40;
const widthOf = (step: number) => Math.min(WIDEST_BAR, Math.max(1, step - 2));

function layersOf<Status extends string>(statuses: readonly Status[], counts: Readonly<Record<Status, number>>) {
  let from = 0;
  return statuses
    .map((status) => {
      const layer = { status, from, to: from + counts[status] };
      from = layer.to;
      return layer;
    })
    .filter((layer) => layer.to > layer.from);
}

/** Returns the next of 2, 4, 10, 20, 40, 100, …, so that half of it is a whole number. */
function niceLimit(most: number): number {
  const power = 10 ** Math.floor(Math.log10(most));
  const nice = [1, 2, 4, 10].map((step) => step * power).find((limit) => limit >= most) ?? most;
  return Math.max(2, nice);
}
