import type { ShownDelivery } from '../../protocol/values.ts';
import { now } from '../clock.ts';
import { durationText } from '../time.ts';
import { type Life, lifeOf, type Mark, placeOf, ticksOf } from './life.ts';
import { Picture } from './picture.tsx';

/** In units of the picture, which scales with the page. */
const WIDTH = 720;
const LEFT = 14;
const RIGHT = 14;
const AXIS_Y = 46;
const HEIGHT = 84;
const RADIUS = 6;
/** Above it, nothing crosses the numbers of the attempts. */
const NUMBERS_TOP = 22;

const WORDS = {
  success: 'success',
  failure: 'failure',
  running: 'under way',
  silent: 'no outcome reported',
  due: 'due',
  planned: 'planned',
} as const satisfies Record<Mark['kind'], string>;

/** The current round of a delivery as a picture, with the same in words. */
export function LifePlot({ delivery }: { readonly delivery: ShownDelivery }) {
  const life = lifeOf(delivery, now.value);
  const x = (atMs: number) => LEFT + placeOf(life, atMs) * (WIDTH - LEFT - RIGHT);
  const words = describe(life);
  const nowMs = now.value;
  return (
    <figure>
      <div class="heading">
        <h2>Timeline of round {delivery.series}</h2>
        <span class="soft">logarithmic, since the beginning of the round</span>
      </div>
      <Picture name="Timeline">
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-labelledby="life-title life-words">
          <title id="life-title">Attempts of round {delivery.series}</title>
          <line class="grid" x1={LEFT} x2={WIDTH - RIGHT} y1={AXIS_Y} y2={AXIS_Y} />
          {ticksOf(life).map((ms) => (
            <g key={ms}>
              <line class="grid" x1={x(life.startMs + ms)} x2={x(life.startMs + ms)} y1={AXIS_Y} y2={AXIS_Y + 14} />
              <text class="tick" x={x(life.startMs + ms)} y={AXIS_Y + 28} text-anchor={ms === 0 ? 'start' : 'middle'}>
                {ms === 0 ? '0' : durationText(ms).replace('.0', '')}
              </text>
            </g>
          ))}
          {nowMs > life.startMs && nowMs < life.endMs ? (
            <g>
              <path class="now" d={`M${x(nowMs)} 14V${NUMBERS_TOP}M${x(nowMs)} ${AXIS_Y - RADIUS}V${AXIS_Y + 14}`} />
              <text class="tick" x={x(nowMs)} y={10} text-anchor="middle">
                now
              </text>
            </g>
          ) : null}
          {life.marks.map((mark) => (
            <g key={mark.nth}>
              <Shape mark={mark} x={x(mark.atMs)} />
              <text class="tick" x={x(mark.atMs)} y={AXIS_Y - 13} text-anchor="middle">
                {mark.nth}
              </text>
            </g>
          ))}
        </svg>
      </Picture>
      <figcaption id="life-words">{words}</figcaption>
    </figure>
  );
}

/** Each kind has a shape of its own, so that nobody needs to tell colours apart. */
function Shape({ mark: { kind }, x }: { readonly mark: Mark; readonly x: number }) {
  const [left, right, top, bottom] = [x - RADIUS, x + RADIUS, AXIS_Y - RADIUS, AXIS_Y + RADIUS];
  switch (kind) {
    case 'success':
      return <circle class="delivered" cx={x} cy={AXIS_Y} r={RADIUS} />;
    case 'failure':
      return <path class="cross dead" d={`M${left} ${top}L${right} ${bottom}M${left} ${bottom}L${right} ${top}`} />;
    case 'running':
    case 'silent':
      return <path class="pending" d={`M${x} ${top}L${right} ${AXIS_Y}L${x} ${bottom}L${left} ${AXIS_Y}Z`} />;
    default:
      return <circle class={`ring ${kind}`} cx={x} cy={AXIS_Y} r={RADIUS - 1} />;
  }
}

function describe({ marks, startMs }: Life): string {
  if (marks.length === 0) return 'No attempt was made, and none is planned.';
  const since = (atMs: number) => durationText(Math.max(0, atMs - startMs));
  const parts = marks.map(({ nth, atMs, kind, attempt }) => {
    const result = attempt === undefined ? WORDS[kind] : `${attempt.outcome}`;
    return `attempt ${nth} after ${since(atMs)}: ${result}`;
  });
  const text = `${parts.join('; ')}.`;
  const isForeseen = marks.some(({ kind }) => kind === 'planned');
  const note = isForeseen ? ' Planned attempts are made only if all attempts before them fail.' : '';
  return text.charAt(0).toUpperCase() + text.slice(1) + note;
}
