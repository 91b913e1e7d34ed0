import { isReplayable, STATUS_MEANINGS } from '../../../../shared/domain/deliveries/delivery.ts';
import { MAX_ATTEMPTS } from '../../../../shared/domain/deliveries/numbers.ts';
import type { Attempt, ShownDelivery } from '../../protocol/values.ts';
import { causeOf } from '../cause.ts';
import { now } from '../clock.ts';
import { ActionButton } from '../parts/action.tsx';
import { Facts } from '../parts/facts.tsx';
import { Heading } from '../parts/heading.tsx';
import { IdLink, PartnerLink } from '../parts/links.tsx';
import { CallLog } from '../parts/log.tsx';
import { BothZones, MomentAndAgo } from '../parts/moment.tsx';
import { Region } from '../parts/region.tsx';
import { Status } from '../parts/status.tsx';
import { Words } from '../parts/words.tsx';
import { currentRound, lifeOf } from '../plots/life.ts';
import { LifePlot } from '../plots/life-plot.tsx';
import { usePolled } from '../poll.ts';
import { durationText } from '../time.ts';

/** Whether the event of a call was sent, what happened, and what comes next. */
export function DeliveryPage({ id }: { readonly id: string }) {
  const shown = usePolled('delivery show', { call: id });
  const delivery = shown.value.response?.value[0];
  return (
    <>
      <Heading title={id} commands={[['delivery show', { call: id }]]}>
        {delivery ? <Status status={delivery.status} /> : null}
        {delivery ? <Replay delivery={delivery} /> : null}
        {delivery ? <DeleteCall delivery={delivery} /> : null}
      </Heading>
      <Region name="Delivery" polled={shown.value}>
        {([row]) => (row === undefined ? null : <Summary delivery={row} />)}
      </Region>
      {delivery && lifeOf(delivery, now.value).marks.length > 0 ? <LifePlot delivery={delivery} /> : null}
      {delivery ? <Attempts delivery={delivery} /> : null}
      {delivery ? <Words callId={id} /> : null}
      {delivery ? <CallLog callId={id} /> : null}
    </>
  );
}

/** The same rule as the command's. The page only saves a click that would be rejected. */
const canReplay = ({ status, reason, call }: ShownDelivery) =>
  call !== 'expired' && isReplayable({ status, skipReason: reason }, now.peek());

function Replay({ delivery }: { readonly delivery: ShownDelivery }) {
  const { callId, status, series } = delivery;
  return (
    <ActionButton
      label="Replay"
      route="delivery replay"
      options={{ call: callId }}
      obstacle={canReplay(delivery) ? undefined : `The delivery is ${status}, so it cannot be replayed.`}
      effect={`The event of this call is sent again, as round ${series + 1} of up to eight attempts. The partner can recognize it by the same call id.`}
      done={({ replayed }) =>
        replayed === 1
          ? 'Round begun. The page follows it.'
          : 'Nothing was replayed, because the delivery has changed meanwhile.'
      }
    />
  );
}

function DeleteCall({ delivery: { callId, tenantId, reason, call } }: { readonly delivery: ShownDelivery }) {
  const isGone = reason === 'deleted' || call === 'expired';
  return (
    <ActionButton
      label="Delete call…"
      title="Delete the call"
      route="call delete"
      options={{ tenant: tenantId, call: callId }}
      obstacle={isGone ? 'The call is already gone.' : undefined}
      wordToType="delete"
      effect="The summary and all other words of the call are deleted. The row of the delivery stays."
      done={() => 'The call is deleted.'}
    />
  );
}

interface Props {
  readonly delivery: ShownDelivery;
}

function Summary({ delivery }: Props) {
  const { status, reason, call, partnerId, tenantId, recordedAt, attempts, series } = delivery;
  const last = currentRound(delivery).at(-1);
  return (
    <Facts
      facts={{
        Status: (
          <>
            <Status status={status} /> {STATUS_MEANINGS[status]}
          </>
        ),
        Reason: reason,
        Cause: last && causeOf(last.outcome),
        Call: call && 'The call has expired, so its event cannot be sent.',
        Next: <Next delivery={delivery} />,
        Attempts: `${attempts} of ${MAX_ATTEMPTS}${series === 1 ? '' : ` in replay round ${series}`}`,
        Recorded: <BothZones at={recordedAt} />,
        Partner: <PartnerLink id={partnerId} />,
        Line: <IdLink page="line" id={tenantId} />,
      }}
    />
  );
}

/** A wake-up that is not lost seldom takes longer. */
const SOON_MS = 30_000;

/** What comes next, in one sentence. */
function Next({ delivery }: Props) {
  const { status, attempts, nextAttemptAt, leaseUntil } = delivery;
  if (status !== 'pending') {
    return <>{canReplay(delivery) ? 'Nothing, unless somebody replays it.' : 'Nothing.'}</>;
  }
  const nowMs = now.value;
  const isRunning = leaseUntil !== null && Date.parse(leaseUntil) > nowMs;
  if (isRunning && currentRound(delivery).length < attempts) return <>Attempt {attempts} is under way.</>;
  if (nextAttemptAt === null) return <>An attempt is due.</>;
  const dueForMs = nowMs - Date.parse(nextAttemptAt);
  if (dueForMs >= 0 && dueForMs < SOON_MS) return <>Attempt {attempts + 1} is due now.</>;
  const isLate = dueForMs > 0;
  return (
    <>
      Attempt {attempts + 1} {isLate ? 'has been due since' : 'is due at'} <BothZones at={nextAttemptAt} />
      {isLate ? '. If its wake-up was lost, the sweep finds it within ten minutes.' : '.'}
    </>
  );
}

function Attempts({ delivery }: Props) {
  const { log, status } = delivery;
  const rounds = Object.entries(Object.groupBy(log, ({ series = 1 }) => series));
  return (
    <section aria-labelledby="attempts">
      <h2 id="attempts">Attempts</h2>
      {log.length === 0 ? <p>No attempt has reported an outcome{status === 'pending' ? ' yet' : ''}.</p> : null}
      {rounds.map(([series, attempts = []]) => (
        <div key={series}>
          {rounds.length > 1 || series !== '1' ? <h3>Round {series}</h3> : null}
          <ol class="attempts" aria-label={rounds.length > 1 ? `Attempts of round ${series}` : 'Attempts'}>
            {attempts.map((attempt) => (
              <AttemptItem key={attempt.at} attempt={attempt} />
            ))}
          </ol>
        </div>
      ))}
      <p class="soft">We store only the status of a response, never its body.</p>
    </section>
  );
}

function AttemptItem({ attempt: { at, outcome, durationMs, nextAttemptAt } }: { readonly attempt: Attempt }) {
  return (
    <li>
      <MomentAndAgo at={at} />: <strong>{outcome}</strong> after {durationText(durationMs)}.{' '}
      {nextAttemptAt === null ? (
        'No further attempt in this round.'
      ) : (
        <>
          Next attempt due <MomentAndAgo at={nextAttemptAt} />.
        </>
      )}
    </li>
  );
}
