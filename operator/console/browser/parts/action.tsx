import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useId, useRef } from 'preact/hooks';
import type { LongCommand } from '../../protocol/jobs.ts';
import type { Options, RouteWith, ValueOf } from '../../protocol/routes.ts';
import { about } from '../about.ts';
import { act, harmOf } from '../api.ts';
import { startJob } from '../jobs.ts';
import { isAway, refreshAll } from '../poll.ts';
import { Reason, reasonIn, TypedName } from './fields.tsx';
import { StartedJob } from './jobs.tsx';

type Action = RouteWith<'write'>;

interface About<Name extends Action> {
  /** The words of the button. */
  readonly label: string;
  /** What the button is about, if the page has several buttons with the same words. */
  readonly of?: string;
  /** What the dialog is about, such as "Disable the mapping relay". Default: the label. */
  readonly title?: string;
  readonly route: Name;
  readonly options: Options;
  /** What will happen, in one sentence. */
  readonly effect: ComponentChildren;
  /** Why the action is not possible now. */
  readonly obstacle?: string | undefined;
  /** A name that the person must type, so that nobody shuts out the wrong partner. */
  readonly nameToType?: string;
  /** Controls whose names are further options. */
  readonly fields?: ComponentChildren;
}

/** Where a person is: not begun, asked to confirm, waiting, or told the result. */
type Step =
  | { readonly kind: 'idle' }
  | { readonly kind: 'confirming'; readonly harm: string | null }
  | { readonly kind: 'working' }
  | { readonly kind: 'started'; readonly jobId: string }
  | { readonly kind: 'over'; readonly result: ComponentChildren; readonly problems: readonly string[] };

/** Why nothing can be changed while the page shows old data. */
export const AWAY = 'The service does not respond. Wait until the page has new data.';

const IDLE: Step = { kind: 'idle' };
const failedWith = (error: unknown): Step => ({ kind: 'over', result: null, problems: [sentenceOf(error)] });

interface ActionProps<Name extends Action> extends About<Name> {
  /** What has happened, in one sentence or more. */
  readonly done: (value: ValueOf<Name>) => ComponentChildren;
}

/** A button that runs an operator command. It says what will happen, asks, and then says what has happened. */
export function ActionButton<Name extends Action>({ done, ...about }: ActionProps<Name>) {
  const perform = async (options: Options): Promise<Step> => {
    const { value, problems, warnings } = await act(about.route, options);
    return { kind: 'over', result: done(value), problems: [...warnings, ...problems] };
  };
  return <ConfirmedButton {...about} perform={perform} />;
}

interface JobProps extends About<LongCommand> {
  /** What the list of jobs says that the command works on. */
  readonly subject: string;
}

/** The same for a command that may take minutes. It goes on when the page is closed. */
export function JobButton({ subject, ...about }: JobProps) {
  const perform = async (options: Options): Promise<Step> => ({
    kind: 'started',
    jobId: (await startJob(about.route, subject, options)).id,
  });
  return <ConfirmedButton {...about} perform={perform} />;
}

interface ConfirmedProps extends About<Action> {
  readonly perform: (options: Options) => Promise<Step>;
}

function ConfirmedButton(props: ConfirmedProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const step = useSignal<Step>(IDLE);
  // The page may change under an open dialog: after "Suspend", the button becomes "Activate". The dialog stays the
  // same.
  const opened = useRef(props);
  const {
    label,
    title = label,
    route,
    options,
    effect,
    nameToType,
    fields,
    perform,
  } = step.value.kind === 'idle' ? props : opened.current;
  const id = useId();
  const isRunning = useRef(false);
  if (about.value?.isWritable !== true) return null;
  const obstacle = isAway.value ? AWAY : props.obstacle;

  const open = async () => {
    opened.current = props;
    step.value = { kind: 'working' };
    dialog.current?.showModal();
    // The options that the person has yet to enter are checked when the command runs.
    const harm = fields ? null : await harmOf(route, options).then((asked) => asked.harm, failedWith);
    step.value = harm !== null && typeof harm === 'object' ? harm : { kind: 'confirming', harm };
  };
  const run = async (event: SubmitEvent) => {
    event.preventDefault();
    if (!(event.currentTarget instanceof HTMLFormElement)) return;
    const entered = enteredIn(event.currentTarget);
    const reason = reasonIn(event.currentTarget);
    step.value = { kind: 'working' };
    isRunning.current = true;
    step.value = await perform({ ...options, ...entered, ...reason }).catch(failedWith);
    isRunning.current = false;
    await refreshAll();
  };
  // What a dialog has shown, such as a new key, is gone when it is closed. While the command runs, Escape does not close
  // the dialog for good, because a new key is shown only once.
  const forget = () => {
    if (isRunning.current) dialog.current?.showModal();
    else step.value = IDLE;
  };
  const close = () => dialog.current?.close();

  return (
    <>
      <button
        type="button"
        class="main"
        onClick={open}
        disabled={obstacle !== undefined}
        title={obstacle}
        aria-label={props.of && `${props.label} ${props.of}`}
      >
        {props.label}
      </button>
      <dialog ref={dialog} aria-labelledby={id} onClose={forget}>
        <h2 id={id}>{title}</h2>
        {step.value.kind === 'confirming' ? (
          <form onSubmit={run}>
            <p>{effect}</p>
            {step.value.harm === null ? null : <p class="problem">{step.value.harm}</p>}
            {fields}
            {nameToType === undefined ? null : <TypedName name={nameToType} />}
            <Reason />
            <div class="buttons">
              <button type="submit" class="main">
                {label.replace('…', '')}
              </button>
              <button type="button" onClick={close}>
                Cancel
              </button>
            </div>
          </form>
        ) : null}
        <div role="status">
          {step.value.kind === 'working' ? <p class="waiting">Working…</p> : null}
          {step.value.kind === 'over' ? <Result {...step.value} /> : null}
        </div>
        {step.value.kind === 'started' ? <StartedJob id={step.value.jobId} /> : null}
        {step.value.kind === 'over' || step.value.kind === 'started' ? (
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

interface ResultProps {
  readonly result: ComponentChildren;
  readonly problems: readonly string[];
}

function Result({ result, problems }: ResultProps) {
  return (
    <>
      {typeof result === 'string' ? <p class="well">{result}</p> : result}
      {problems.map((problem) => (
        <p key={problem} class="problem">
          {problem}
        </p>
      ))}
    </>
  );
}

/** Returns the further options in the form. The names of the fields that every dialog has begin with a dash. */
const enteredIn = (form: HTMLFormElement): Options =>
  Object.fromEntries(
    [...new FormData(form)]
      .filter(([name]) => !name.startsWith('-'))
      .map(([name, value]) => [name, String(value).trim()]),
  );

export const sentenceOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
