import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import type { RouteWith, ValueOf } from '../../protocol/routes.ts';
import { about } from '../about.ts';
import { act, harmOf, type Options } from '../api.ts';
import { refreshAll } from '../poll.ts';

type Action = RouteWith<'write'>;

interface Props<Name extends Action> {
  readonly label: string;
  readonly route: Name;
  readonly options: Options;
  /** What will happen, in one sentence. */
  readonly effect: ComponentChildren;
  /** Why the action is not possible now. */
  readonly obstacle?: string | undefined;
  /** What has happened, in one sentence. */
  readonly done: (value: ValueOf<Name>) => string;
}

/** Where a person is: nothing begun, asked to confirm, waiting, or told the result. */
type Step =
  | { readonly kind: 'idle' }
  | { readonly kind: 'asking'; readonly harm: string | null }
  | { readonly kind: 'working' }
  | { readonly kind: 'over'; readonly sentences: readonly string[]; readonly isDone: boolean };

/** A button that runs an operator command. It says what will happen, asks, and then says what has happened. */
export function ActionButton<Name extends Action>({ label, route, options, effect, obstacle, done }: Props<Name>) {
  const dialog = useRef<HTMLDialogElement>(null);
  const step = useSignal<Step>({ kind: 'idle' });
  if (about.value?.isWritable !== true) return null;

  const ask = async () => {
    step.value = { kind: 'working' };
    dialog.current?.showModal();
    step.value = await harmOf(route, options).then(
      ({ harm }): Step => ({ kind: 'asking', harm }),
      (error: unknown): Step => ({ kind: 'over', sentences: [sentenceOf(error)], isDone: false }),
    );
  };
  const run = async (event: SubmitEvent) => {
    event.preventDefault();
    if (!(event.currentTarget instanceof HTMLFormElement)) return;
    const reason = String(new FormData(event.currentTarget).get('reason')).trim();
    step.value = { kind: 'working' };
    step.value = await act(route, { ...options, ...(reason === '' ? {} : { reason }) }).then(
      ({ value, problems, warnings }): Step => ({
        kind: 'over',
        sentences: [done(value), ...warnings, ...problems],
        isDone: problems.length === 0,
      }),
      (error: unknown): Step => ({ kind: 'over', sentences: [sentenceOf(error)], isDone: false }),
    );
    await refreshAll();
  };
  const close = () => dialog.current?.close();
  const id = `action-${route.replace(' ', '-')}`;

  return (
    <>
      <button type="button" class="main" onClick={ask} disabled={obstacle !== undefined} title={obstacle}>
        {label}
      </button>
      <dialog ref={dialog} aria-labelledby={id}>
        <h2 id={id}>{label}</h2>
        {step.value.kind === 'asking' ? (
          <form onSubmit={run}>
            <p>{effect}</p>
            {step.value.harm === null ? null : <p class="problem">{step.value.harm}</p>}
            <label>
              Reason, for the audit trail (optional)
              <input name="reason" maxLength={200} autocomplete="off" />
            </label>
            <div class="buttons">
              <button type="submit" class="main">
                {label}
              </button>
              <button type="button" onClick={close}>
                Cancel
              </button>
            </div>
          </form>
        ) : null}
        <div role="status">
          {step.value.kind === 'working' ? <p class="waiting">Working…</p> : null}
          {step.value.kind === 'over'
            ? step.value.sentences.map((sentence) => (
                <p key={sentence} class={step.value.kind === 'over' && step.value.isDone ? 'well' : 'problem'}>
                  {sentence}
                </p>
              ))
            : null}
        </div>
        {step.value.kind === 'over' ? (
          <div class="buttons">
            <button type="button" onClick={close}>
              Close
            </button>
          </div>
        ) : null}
      </dialog>
    </>
  );
}

const sentenceOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
