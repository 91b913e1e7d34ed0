import type { Minute } from '../../protocol/values.ts';
import { zone } from '../settings.ts';
import { timeText, zoneName } from '../time.ts';
import { Picture } from './picture.tsx';

const WIDTH = 720;
const HEIGHT = 170;
const LEFT = 34;
const BOTTOM = 24;
const TOP = 8;
/** From the bottom of a bar to its top. */
const STATUSES = ['delivered', 'refused', 'dead', 'skipped'] as const;
/** The axis names every tenth minute. */
const LABEL_EVERY = 10;

const totalOf = (minute: Minute) => STATUSES.reduce((sum, status) => sum + minute[status], 0);
const clockText = (at: string) => timeText(Date.parse(at), zone.value).slice(11, 16);

/** Settled deliveries by minute and status: a picture, and the same as a table. */
export function MinutesPlot({ minutes }: { readonly minutes: readonly Minute[] }) {
  const most = niceLimit(Math.max(1, ...minutes.map(totalOf)));
  const barWidth = (WIDTH - LEFT) / Math.max(1, minutes.length);
  const y = (count: number) => HEIGHT - BOTTOM - (count / most) * (HEIGHT - BOTTOM - TOP);
  const name = zoneName(Date.parse(minutes[0]?.minute ?? '') || 0, zone.value);
  const sums = STATUSES.map((status) => ({
    status,
    count: minutes.reduce((sum, minute) => sum + minute[status], 0),
  }));
  const words = `In the last ${minutes.length} minutes: ${sums.map(({ status, count }) => `${count} ${status}`).join(', ')}.`;
  return (
    <>
      <Picture name="Chart">
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-labelledby="minutes-title minutes-words">
          <title id="minutes-title">Deliveries by minute</title>
          {[0, most / 2, most].map((count) => (
            <g key={count}>
              <line class="grid" x1={LEFT} x2={WIDTH} y1={y(count)} y2={y(count)} />
              <text class="tick" x={LEFT - 6} y={y(count) + 4} text-anchor="end">
                {Number.isInteger(count) ? count : ''}
              </text>
            </g>
          ))}
          {minutes.map((minute, at) => (
            <g key={minute.minute}>
              {layersOf(minute).map(({ status, from, to }) => (
                <rect
                  key={status}
                  class={status}
                  x={LEFT + at * barWidth + 1}
                  width={Math.max(1, barWidth - 2)}
                  y={y(to)}
                  height={y(from) - y(to)}
                />
              ))}
              {at % LABEL_EVERY === 0 ? (
                <text class="tick" x={LEFT + at * barWidth} y={HEIGHT - 8}>
                  {clockText(minute.minute)}
                </text>
              ) : null}
            </g>
          ))}
        </svg>
      </Picture>
      <p id="minutes-words">{words}</p>
      <ul class="key">
        {STATUSES.map((status) => (
          <li key={status}>
            <svg viewBox="0 0 8 8" aria-hidden="true">
              <rect class={status} width="8" height="8" />
            </svg>
            {status}
          </li>
        ))}
      </ul>
      <details>
        <summary>The same as a table</summary>
        <div class="table">
          <table>
            <thead>
              <tr>
                <th scope="col">Minute ({name})</th>
                {STATUSES.map((status) => (
                  <th key={status} scope="col" class="number">
                    {status}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {minutes.toReversed().map((minute) => (
                <tr key={minute.minute}>
                  <th scope="row">{clockText(minute.minute)}</th>
                  {STATUSES.map((status) => (
                    <td key={status} class="number">
                      {minute[status]}
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

function layersOf(minute: Minute) {
  let from = 0;
  return STATUSES.map((status) => {
    const layer = { status, from, to: from + minute[status] };
    from = layer.to;
    return layer;
  }).filter((layer) => layer.to > layer.from);
}

/** Returns the next of 2, 4, 10, 20, 40, 100, …, so that half of it is a whole number. */
function niceLimit(most: number): number {
  const power = 10 ** Math.floor(Math.log10(most));
  const nice = [1, 2, 4, 10].map((step) => step * power).find((limit) => limit >= most) ?? most;
  return Math.max(2, nice);
}
