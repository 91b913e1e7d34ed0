import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { navigate } from '../router.ts';
import { useWidth } from './width.ts';

/** All sizes are in pixels. */
const LEFT = 46;
const RIGHT = 1;
const AXIS = 22;
const TOP = 16;
/** The width that a label on the time axis needs. */
const LABEL_ROOM = 52;
const HALF_LABEL = 16;
/** How many rows apart the labels of the time axis can be. */
const STEPS = [1, 2, 5, 10, 15, 20, 30, 60];

/** The area in which a panel draws. */
export interface Plane {
  /** The width of a row's column in pixels. */
  readonly step: number;
  /** Returns how far right of the left edge the column of a row is, in pixels. */
  readonly x: (row: number) => number;
  readonly y: (value: number) => number;
}

/** A part of the chart with a scale of its own. */
interface Panel {
  readonly name: string;
  /** In pixels. */
  readonly height: number;
  /** The values with a label on the axis: 0 first, the highest last. */
  readonly marks: readonly { readonly value: number; readonly label: string }[];
  readonly draw: (plane: Plane) => ComponentChildren;
}

interface Kind {
  readonly name: string;
  /** The symbol in the legend, of 8 by 8 pixels. */
  readonly sample: ComponentChildren;
}

export interface Row {
  /** The start of the row's period, in UTC. */
  readonly at: string;
  /** The time, as the table shows it. When clocks are set back, two rows can have the same time. */
  readonly name: string;
  /** The time, shortened for the axis. */
  readonly label: string;
  readonly values: readonly string[];
  /** The page that lists the calls recorded in the row's period. */
  readonly path?: string | undefined;
}

interface Props {
  readonly title: string;
  /** What the chart shows, in a sentence. */
  readonly words: string;
  readonly panels: readonly Panel[];
  readonly kinds: readonly Kind[];
  /** The head of the column with the names of the rows, such as "Minute (UTC)". */
  readonly head: string;
  /** Oldest first. */
  readonly rows: readonly Row[];
}

/** A chart over time, with a sentence that sums it up and a table of its values. */
export function Chart({ title, words, panels, kinds, head, rows }: Props) {
  const id = useId();
  const { part, width } = useWidth();
  const pointed = useSignal<number | undefined>(undefined);
  const step = Math.max(0, width - LEFT - RIGHT) / Math.max(1, rows.length);
  const x = (row: number) => LEFT + row * step;
  const height = panels.reduce((sum, panel) => sum + TOP + panel.height, AXIS);
  const rowAt = ({ offsetX }: MouseEvent) => {
    const row = Math.floor((offsetX - LEFT) / step);
    return row >= 0 && row < rows.length ? row : undefined;
  };
  const follow = (event: MouseEvent) => {
    const path = rows[rowAt(event) ?? -1]?.path;
    if (path !== undefined) navigate(path);
  };
  const under = pointed.value === undefined ? undefined : rows[pointed.value];
  return (
    <>
      <p id={`${id}-words`}>{words}</p>
      <div class={rows.some(({ path }) => path !== undefined) ? 'chart leads' : 'chart'} ref={part}>
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the table below has the same links. */}
        <svg
          width={width}
          height={height}
          role="img"
          aria-labelledby={`${id}-title ${id}-words`}
          onPointerMove={(event) => {
            pointed.value = rowAt(event);
          }}
          onPointerLeave={() => {
            pointed.value = undefined;
          }}
          onClick={follow}
        >
          <title id={`${id}-title`}>{title}</title>
          {under === undefined ? null : (
            <rect class="under-pointer" x={x(pointed.value ?? 0)} y={TOP} width={step} height={height - TOP - AXIS} />
          )}
          {width === 0 ? null : panels.map((panel, at) => drawPanel(panel, topOf(panels, at), { step, x, width }))}
          <TimeAxis rows={rows} step={step} y={height - 6} x={x} />
        </svg>
        {under === undefined ? null : (
          <RowTooltip row={under} kinds={kinds} left={x(pointed.value ?? 0)} width={width} />
        )}
      </div>
      <ul class="key">
        {kinds.map(({ name, sample }) => (
          <li key={name}>
            <svg viewBox="0 0 8 8" aria-hidden="true">
              {sample}
            </svg>
            {name}
          </li>
        ))}
      </ul>
      <ChartTable head={head} kinds={kinds} rows={rows} />
    </>
  );
}

const topOf = (panels: readonly Panel[], at: number) =>
  panels.slice(0, at).reduce((sum, { height }) => sum + TOP + height, TOP);

function drawPanel(
  { name, height, marks, draw }: Panel,
  top: number,
  { step, x, width }: Omit<Plane, 'y'> & { width: number },
) {
  const most = marks.at(-1)?.value ?? 1;
  const y = (value: number) => top + height - (value / most) * height;
  return (
    <g key={name}>
      {marks.map(({ value, label }) => (
        <g key={value}>
          <line class="grid" x1={LEFT} x2={width} y1={y(value)} y2={y(value)} />
          <text x={LEFT - 6} y={y(value) + 4} text-anchor="end">
            {label}
          </text>
        </g>
      ))}
      {draw({ step, x, y })}
    </g>
  );
}

interface AxisProps extends Pick<Props, 'rows'>, Omit<Plane, 'y'> {
  readonly y: number;
}

/** The time axis. A label is in the middle of the space of its row, unless the label would cross the edge of the chart. */
function TimeAxis({ rows, step, x, y }: AxisProps) {
  if (step === 0) return null;
  const every = STEPS.find((count) => count * step >= LABEL_ROOM) ?? rows.length;
  const end = x(rows.length);
  return (
    <>
      {rows.map(({ at, label }, row) =>
        row % every === 0 ? (
          <text
            key={at}
            x={Math.min(Math.max(x(row) + step / 2, LEFT + HALF_LABEL), end - HALF_LABEL)}
            y={y}
            text-anchor="middle"
          >
            {label}
          </text>
        ) : null,
      )}
    </>
  );
}

interface HintProps extends Pick<Props, 'kinds'> {
  readonly row: Row;
  readonly left: number;
  readonly width: number;
}

/** Shows the values of the row under the pointer, on the side with more room. */
function RowTooltip({ row: { name, values, path }, kinds, left, width }: HintProps) {
  const place = left > width / 2 ? { right: `${width - left + 8}px` } : { left: `${left + 24}px` };
  return (
    <div class="hint" style={place} aria-hidden="true">
      <strong>{name}</strong>
      <dl>
        {values.map((value, at) => [<dt key={kinds[at]?.name}>{kinds[at]?.name}</dt>, <dd key={value}>{value}</dd>])}
      </dl>
      {path === undefined ? null : <span class="soft">Click to list the calls recorded then.</span>}
    </div>
  );
}

/** The chart as a table, with the newest row first. */
function ChartTable({ head, kinds, rows }: Pick<Props, 'head' | 'kinds' | 'rows'>) {
  return (
    <details>
      <summary>The same as a table</summary>
      <div class="table">
        <table>
          <thead>
            <tr>
              <th scope="col">{head}</th>
              {kinds.map(({ name }) => (
                <th key={name} scope="col" class="number">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.toReversed().map(({ at, name, values, path }) => (
              <tr key={at}>
                <th scope="row">{path === undefined ? name : <a href={path}>{name}</a>}</th>
                {values.map((value, kind) => (
                  <td key={kinds[kind]?.name} class="number">
                    {value}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
