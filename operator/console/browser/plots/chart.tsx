import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { Picture } from './picture.tsx';

/** In units of the picture, which scales with the page. */
const WIDTH = 720;
const HEIGHT = 170;
const LEFT = 44;
const BOTTOM = 24;
const TOP = 8;

/** Where a chart draws. */
export interface Plane {
  /** How wide the place of one row is. */
  readonly step: number;
  /** Where the place of a row begins. */
  readonly x: (row: number) => number;
  readonly y: (value: number) => number;
}

interface Kind {
  readonly name: string;
  /** Its look in a picture of 8 by 8. */
  readonly sample: ComponentChildren;
}

interface Row {
  /** The time in UTC. */
  readonly at: string;
  /** The time as the reader wants it. When clocks go back, two rows have one name. */
  readonly name: string;
  readonly values: readonly string[];
}

interface Props {
  readonly title: string;
  /** What the picture shows, in a sentence. */
  readonly words: string;
  /** What the axis of time says at each row, oldest first. Undefined where it says nothing. */
  readonly labels: readonly (string | undefined)[];
  /** The values that the other axis names: 0 first, the highest last. */
  readonly marks: readonly { readonly value: number; readonly label: string }[];
  readonly kinds: readonly Kind[];
  readonly draw: (plane: Plane) => ComponentChildren;
  /** The same as a table, the newest row first. */
  readonly table: { readonly head: string; readonly rows: readonly Row[] };
}

/** A chart over time, with the same in words and as a table. */
export function Chart({ title, words, labels, marks, kinds, draw, table }: Props) {
  const id = useId();
  const step = (WIDTH - LEFT) / Math.max(1, labels.length);
  const most = marks.at(-1)?.value ?? 1;
  const x = (row: number) => LEFT + row * step;
  const y = (value: number) => HEIGHT - BOTTOM - (value / most) * (HEIGHT - BOTTOM - TOP);
  return (
    <>
      <Picture name={title} isEndFirst>
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-labelledby={`${id}-title ${id}-words`}>
          <title id={`${id}-title`}>{title}</title>
          {marks.map(({ value, label }) => (
            <g key={value}>
              <line class="grid" x1={LEFT} x2={WIDTH} y1={y(value)} y2={y(value)} />
              <text class="tick" x={LEFT - 6} y={y(value) + 4} text-anchor="end">
                {label}
              </text>
            </g>
          ))}
          {labels.map((label, row) =>
            label === undefined ? null : (
              <text key={x(row)} class="tick" x={x(row)} y={HEIGHT - 8}>
                {label}
              </text>
            ),
          )}
          {draw({ step, x, y })}
        </svg>
      </Picture>
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
      <p id={`${id}-words`}>{words}</p>
      <details>
        <summary>The same as a table</summary>
        <div class="table">
          <table>
            <thead>
              <tr>
                <th scope="col">{table.head}</th>
                {kinds.map(({ name }) => (
                  <th key={name} scope="col" class="number">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {table.rows.toReversed().map(({ at, name, values }) => (
                <tr key={at}>
                  <th scope="row">{name}</th>
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
    </>
  );
}
