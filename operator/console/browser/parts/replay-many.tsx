import { useSignal } from '@preact/signals';
import { useId, useRef } from 'preact/hooks';
import { TRANSITIONS } from '../../../../shared/domain/deliveries/lifecycle.ts';
import type { Options } from '../../protocol/routes.ts';
import { about } from '../about.ts';
import { act } from '../api.ts';
import { now } from '../clock.ts';
import { startJob } from '../jobs.ts';
import { isAway } from '../poll.ts';
import { address } from '../router.ts';
import { asOption, durationText } from '../time.ts';
import { AWAY, sentenceOf } from './action.tsx';
import { Reason, reasonIn } from './fields.tsx';
import { StartedJob } from './jobs.tsx';

/** As fast as the command replays. */
const DELIVERIES_PER_SECOND = 10;
const DAY_MS = 24 * 60 * 60 * 1000;
const SECOND_MS = 1_000;

type Step =
  | { readonly kind: 'choosing' }
  | { readonly kind: 'working' }
  | { readonly kind: 'counted'; readonly chosen: Options; readonly matched: number }
  | { readonly kind: 'started'; readonly jobId: string };

/** Replays a partner's deliveries since a time. It counts them first, and replays only what it has counted. */
export function ReplayMany({ partnerId }: { readonly partnerId: string }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const step = useSignal<Step>({ kind: 'choosing' });
  const problem = useSignal('');
  const id = useId();
  if (about.value?.isWritable !== true) return null;

  /** Goes to the step that the work leads to, or says why it has failed. */
  const attempt = async (work: () => Promise<Step>) => {
    const before = step.value;
    problem.value = '';
    step.value = { kind: 'working' };
    step.value = await work().catch((error: unknown) => {
      problem.value = sentenceOf(error);
      return before.kind === 'counted' ? { kind: 'choosing' } : before;
    });
  };
  const preview = (form: HTMLFormElement) => {
    const entered = new FormData(form);
    const status = String(entered.get('status'));
    const since = asOption(String(entered.get('since')).trim());
    const chosen = { partner: partnerId, since, ...(status === '' ? {} : { status }) };
    return attempt(async () => {
      const { value } = await act('delivery replay', { ...chosen, dryRun: true });
      return { kind: 'counted', chosen, matched: value.matched };
    });
  };
  const replay = (form: HTMLFormElement, { chosen, matched }: Extract<Step, { kind: 'counted' }>) => {
    const options = { ...chosen, ...reasonIn(form), expect: String(matched) };
    return attempt(async () => ({
      kind: 'started',
      jobId: (await startJob('delivery replay', partnerId, options)).id,
    }));
  };
  const open = () => {
    step.value = { kind: 'choosing' };
    problem.value = '';
    dialog.current?.showModal();
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!(event.currentTarget instanceof HTMLFormElement)) return;
    if (step.value.kind === 'counted') void replay(event.currentTarget, step.value);
    else void preview(event.currentTarget);
  };

  return (
    <>
      <button type="button" class="main" onClick={open} disabled={isAway.value} title={isAway.value ? AWAY : undefined}>
        Replay…
      </button>
      <dialog ref={dialog} aria-labelledby={id}>
        <h2 id={id}>Replay deliveries</h2>
        <form onSubmit={submit}>
          {step.value.kind === 'choosing' ? <Choice /> : null}
          {step.value.kind === 'counted' ? <Counted matched={step.value.matched} /> : null}
          <div role="status">
            {step.value.kind === 'working' ? <p class="waiting">Working…</p> : null}
            {problem.value === '' ? null : <p class="problem">{problem.value}</p>}
          </div>
          {step.value.kind === 'started' ? <StartedJob id={step.value.jobId} /> : null}
          <div class="buttons">
            {step.value.kind === 'choosing' ? (
              <button type="submit" class="main">
                Preview
              </button>
            ) : null}
            {step.value.kind === 'counted' && step.value.matched > 0 ? (
              <button type="submit" class="main">
                Replay {deliveriesText(step.value.matched)}
              </button>
            ) : null}
            <button type="button" onClick={() => dialog.current?.close()}>
              {step.value.kind === 'started' ? 'Close' : 'Cancel'}
            </button>
          </div>
        </form>
      </dialog>
    </>
  );
}

const deliveriesText = (count: number) => (count === 1 ? '1 delivery' : `${count} deliveries`);

function Choice() {
  const { query } = address.value;
  const dayAgo = new Date(now.peek() - DAY_MS).toISOString().replace(/\.\d+/, '');
  return (
    <>
      <p>The events of these calls are sent again, each as a new round of up to eight attempts.</p>
      <label class="field">
        Calls recorded since
        <input name="since" required value={query.get('since') ?? dayAgo} autocomplete="off" spellcheck={false} />
      </label>
      <label class="field">
        Status
        <select name="status">
          <option value="">dead and refused</option>
          {TRANSITIONS.replay.from.map((status) => (
            <option key={status}>{status}</option>
          ))}
        </select>
      </label>
    </>
  );
}

function Counted({ matched }: { readonly matched: number }) {
  if (matched === 0) return <p>No delivery matches, so there is nothing to replay.</p>;
  const duration = durationText((matched / DELIVERIES_PER_SECOND) * SECOND_MS);
  return (
    <>
      <p>
        <strong>{deliveriesText(matched)}</strong> would be replayed, ten a second. This takes about {duration}. They
        are counted again before the first is sent. If the number has changed, nothing is sent.
      </p>
      <Reason />
    </>
  );
}
