import { ATTEMPT_MINUTES } from '../../openapi/attempts.ts';
import { type Html, html } from '../html.ts';

/** The width in units of the picture: that of a phone, so that the text is readable there without zooming. */
const WIDTH = 360;
const ROW = 30;
const TOP = 8;
const LEFT = 76;
/** The free width for the label after the last bar. */
const RIGHT = 74;
const AXIS = 26;
const TICK_MINUTES = 30;

/** One row for each attempt of a delivery that always fails. Its bar is the wait before the attempt, to scale. */
export function retryTimeline(): Html {
  const last = ATTEMPT_MINUTES.at(-1) ?? 0;
  const bottom = TOP + ATTEMPT_MINUTES.length * ROW;
  const x = (minute: number) => Math.round(LEFT + (minute / last) * (WIDTH - LEFT - RIGHT));
  const ticks = Array.from({ length: Math.floor(last / TICK_MINUTES) + 1 }, (_, at) => at * TICK_MINUTES);
  const described = ATTEMPT_MINUTES.map((minute, at) => `attempt ${at + 1} after ${minute} minutes`).join(', ');

  return html`
<figure class="timeline">
<svg viewBox="0 0 ${WIDTH} ${bottom + AXIS}" role="img" aria-labelledby="timeline-title timeline-desc">
<title id="timeline-title">When the service retries a delivery that fails</title>
<desc id="timeline-desc">${described}.</desc>
${ticks.map(
  (minute) => html`<line class="grid" x1="${x(minute)}" x2="${x(minute)}" y1="${TOP}" y2="${bottom}"/>
<text class="tick" x="${x(minute)}" y="${bottom + 17}" text-anchor="middle">${minute}${minute === 0 ? ' min' : ''}</text>
`,
)}${ATTEMPT_MINUTES.map((minute, at) => row({ nth: at + 1, minute, before: ATTEMPT_MINUTES[at - 1] ?? 0, x, y: TOP + ROW * (at + 0.5) }))}
</svg>
<figcaption>If your receiver always fails, the service makes ${ATTEMPT_MINUTES.length} attempts. The last attempt is at least ${last} minutes after the first, because each wait begins only when the previous attempt has failed. Each bar shows the wait before an attempt.</figcaption>
</figure>
`;
}

interface Row {
  readonly nth: number;
  readonly minute: number;
  readonly before: number;
  readonly x: (minute: number) => number;
  readonly y: number;
}

const row = ({ nth, minute, before, x, y }: Row) => html`<text x="0" y="${y + 4}">Attempt ${nth}</text>
<rect class="wait" x="${x(before)}" y="${y - 3}" width="${x(minute) - x(before)}" height="6"/>
<circle class="attempt" cx="${x(minute)}" cy="${y}" r="6"/>
<text x="${x(minute) + 12}" y="${y + 4}">${minute === 0 ? 'immediately' : `${minute} min`}</text>
`;
