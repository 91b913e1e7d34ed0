import { hasDelivered } from '../../../../shared/domain/deliveries/attempt-log.ts';
import type { Attempt, ShownDelivery } from '../../protocol/command-values.ts';
import { now } from '../clock.ts';
import { Moment, RelativeTime } from '../elements/moment.tsx';
import { durationText, preciseDurationText } from '../time.ts';
import { currentRound, type RoundAttempt, roundOf } from './current-round.ts';
import { isReceiptUnknown } from './failure-cause.ts';

/** Shows the attempts of all rounds, also those without an outcome. The length of a bar is an attempt's duration. */
export function Attempts({ delivery }: { readonly delivery: ShownDelivery }) {
  const current = currentRound(delivery);
  const coming = roundOf(delivery, now.value).filter(({ attempt }) => attempt === undefined);
  const earlier = Object.entries(
    Object.groupBy(
      delivery.log.filter((attempt) => !current.includes(attempt)),
      ({ series = 1 }) => series,
    ),
  );
  const scaleMs = scaleOf(delivery.log);
  return (
    <section aria-labelledby="attempts">
      <div class="heading">
        <h2 id="attempts">Attempts{delivery.series === 1 ? '' : ` of round ${delivery.series}`}</h2>
        <span class="soft">bars up to {durationText(scaleMs).replace('.0', '')}</span>
      </div>
      {current.length + coming.length === 0 ? <p class="empty">No attempt has reported an outcome.</p> : null}
      {current.length === 0 ? null : <AttemptList name="Attempts" attempts={current} scaleMs={scaleMs} />}
      {coming.length === 0 ? null : <AttemptsWithoutOutcome attempts={coming} />}
      {coming.some(({ kind }) => kind === 'planned') ? (
        <p class="soft">Planned attempts are made only if all before them fail.</p>
      ) : null}
      {earlier.map(([series, attempts = []]) => (
        <details key={series}>
          <summary>
            Round {series}: {attempts.length === 1 ? '1 attempt' : `${attempts.length} attempts`}
          </summary>
          <AttemptList name={`Attempts of round ${series}`} attempts={attempts} scaleMs={scaleMs} />
        </details>
      ))}
    </section>
  );
}

const SCALES_MS = [1_000, 2_000, 5_000, 10_000, 20_000, 60_000];

/** Returns the duration that a bar of full width stands for. */
const scaleOf = (log: readonly Attempt[]) => {
  const longest = Math.max(0, ...log.map(({ durationMs }) => durationMs));
  return SCALES_MS.find((scale) => scale >= longest) ?? longest;
};

interface ListProps {
  readonly name: string;
  readonly attempts: readonly Attempt[];
  readonly scaleMs: number;
}

function AttemptList({ name, attempts, scaleMs }: ListProps) {
  return (
    <ol class="attempts" aria-label={name}>
      {attempts.map((attempt, at) => (
        <AttemptItem key={attempt.at} nth={at + 1} attempt={attempt} scaleMs={scaleMs} />
      ))}
    </ol>
  );
}

interface ItemProps {
  readonly nth: number;
  readonly attempt: Attempt;
  readonly scaleMs: number;
}

function AttemptItem({ nth, attempt, scaleMs }: ItemProps) {
  const { at, outcome, durationMs, nextAttemptAt } = attempt;
  const tone = toneOfAttempt(attempt);
  return (
    <li>
      <span class="nth">{nth}</span>
      <span class="when">
        <Moment at={at} />
      </span>
      <span class="bar" aria-hidden="true">
        <span class={tone} style={{ width: `${Math.max(0.5, (durationMs / scaleMs) * 100)}%` }} />
      </span>
      <span class="took">{preciseDurationText(durationMs)}</span>
      <span class="outcome">
        <span class={tone === 'delivered' ? 'badge plain' : `badge ${tone === 'dead' ? 'bad' : 'warn'}`}>
          {outcome}
        </span>
        {isReceiptUnknown(outcome) ? <span class="soft"> may have been received</span> : null}
      </span>
      <span class="then soft">
        {nextAttemptAt === null
          ? 'No further attempt in this round.'
          : `Next attempt after ${durationText(Math.max(0, Date.parse(nextAttemptAt) - Date.parse(at) - durationMs))}`}
      </span>
    </li>
  );
}

function toneOfAttempt({ outcome, nextAttemptAt }: Attempt): 'delivered' | 'refused' | 'dead' {
  if (hasDelivered({ outcome })) return 'delivered';
  return nextAttemptAt === null ? 'dead' : 'refused';
}

const WORDS = {
  running: 'under way',
  silent: 'no outcome reported',
  due: 'due',
  planned: 'planned',
} as const satisfies Partial<Record<RoundAttempt['kind'], string>>;
const wordsOf = (kind: RoundAttempt['kind']) => (kind in WORDS ? WORDS[kind as keyof typeof WORDS] : kind);

function AttemptsWithoutOutcome({ attempts }: { readonly attempts: readonly RoundAttempt[] }) {
  return (
    <ol class="attempts coming" aria-label="Attempts without an outcome">
      {attempts.map(({ nth, atMs, kind }) => {
        const at = new Date(atMs).toISOString();
        return (
          <li key={nth}>
            <span class="nth">{nth}</span>
            <span class="when">
              <Moment at={at} />
            </span>
            <span class="bar">
              <RelativeTime at={at} />
            </span>
            <span class="took" />
            <span class="outcome">
              <span class="badge plain">{wordsOf(kind)}</span>
            </span>
            <span class="then" />
          </li>
        );
      })}
    </ol>
  );
}
