import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import type { Options, RouteWith } from '../../protocol/routes.ts';
import { errorSentence, fetchConfirmation } from '../api.ts';
import { refreshAll } from '../poll.ts';
import { reasonIn } from './action-fields.tsx';

export type Action = RouteWith<'write'>;

export interface About<Name extends Action> {
  readonly label: string;
  /** What the button acts on, if the page has several buttons with the same text. */
  readonly of?: string;
  /** The title of the dialog, such as "Disable the mapping relay". Default: the label. */
  readonly title?: string;
  readonly route: Name;
  readonly options: Options;
  /** Says what will happen. Absent if the action has a `choice`: then the preview says what will happen. */
  readonly effect?: ComponentChildren;
  /** Whether this is the main action of the page. */
  readonly isPrimary?: true;
  /** Why the action is not possible now. */
  readonly obstacle?: string | undefined;
  /** The verb of a dangerous action, which the person must type as a confirmation. */
  readonly wordToType?: string;
  /** Set if the result is shown only once, so that Escape does not close a dialog with the result. */
  readonly isShownOnce?: true;
  /** Form controls for more options of the command. The name of each control is the name of its option. */
  readonly fields?: ComponentChildren;
  readonly choice?: Choice;
}

/** The fields that the person fills in before the action, and the preview of its effect. */
interface Choice {
  readonly fields: ComponentChildren;
  readonly preview: (chosen: Options) => Promise<Asked>;
}

export interface Asked {
  readonly options: Options;
  readonly effect: ComponentChildren;
  /** The text of the button that confirms. Undefined if there is nothing to confirm. */
  readonly words: string | undefined;
}

export type Step =
  | { readonly kind: 'idle' }
  | { readonly kind: 'choosing'; readonly words: string; readonly problems: readonly string[] }
  | ({ readonly kind: 'confirming'; readonly harm: string | null } & Asked)
  | { readonly kind: 'working' }
  | { readonly kind: 'started'; readonly jobId: string }
  | { readonly kind: 'over'; readonly result?: ComponentChildren; readonly problems: readonly string[] };

const IDLE: Step = { kind: 'idle' };
const CHOOSING = { kind: 'choosing', words: 'Preview', problems: [] } satisfies Step;

export interface ConfirmedProps extends About<Action> {
  readonly perform: (options: Options) => Promise<Step>;
}

/** Returns the state of an action's dialog, and the functions that change this state. */
export function useActionSteps(props: ConfirmedProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const step = useSignal<Step>(IDLE);
  const isRunning = useRef(false);
  const isDismissed = useRef(false);
  // The page behind an open dialog can change: after "Suspend", the button becomes "Activate".
  const opened = useRef(props);

  /** Goes to the step that the work returns, or shows why the work failed. */
  const goTo = async (work: () => Promise<Step>) => {
    step.value = { kind: 'working' };
    step.value = await work().catch((error: unknown): Step => {
      const problems = [errorSentence(error)];
      return opened.current.choice ? { ...CHOOSING, problems } : { kind: 'over', problems };
    });
  };
  const open = async () => {
    opened.current = props;
    isDismissed.current = false;
    const { label, route, options, effect, fields, choice } = props;
    dialog.current?.showModal();
    if (choice) {
      step.value = CHOOSING;
      return;
    }
    await goTo(async () => {
      // Options that a person enters in the dialog are checked only when the command runs.
      const { harm } = fields ? { harm: null } : await fetchConfirmation(route, options);
      return { kind: 'confirming', options, effect, words: label.replace('…', ''), harm };
    });
  };
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (!(event.currentTarget instanceof HTMLFormElement)) return;
    const entered = enteredOptions(event.currentTarget);
    const { choice, perform } = opened.current;
    if (step.value.kind !== 'confirming') {
      if (choice) await goTo(async () => ({ kind: 'confirming', harm: null, ...(await choice.preview(entered)) }));
      return;
    }
    const wanted = { ...step.value.options, ...entered, ...reasonIn(event.currentTarget) };
    isRunning.current = true;
    await goTo(() => perform(wanted));
    isRunning.current = false;
    await refreshAll();
  };
  // Forgets what the closed dialog has shown, such as a new key. Opens the dialog again if it was closed while the
  // command runs, or by Escape while it shows a new key.
  const forget = () => {
    const isHeld = opened.current.isShownOnce && step.value.kind === 'over' && step.value.problems.length === 0;
    if (isRunning.current || (isHeld && !isDismissed.current)) dialog.current?.showModal();
    else step.value = IDLE;
  };
  const close = () => {
    isDismissed.current = true;
    dialog.current?.close();
  };

  const asked = step.value.kind === 'idle' ? props : opened.current;
  return { dialog, step: step.value, asked, open, submit, forget, close };
}

/** Leaves out fields whose names begin with a dash, because they are not options of the command. */
const enteredOptions = (form: HTMLFormElement): Options =>
  Object.fromEntries(
    [...new FormData(form)]
      .filter(([name]) => !name.startsWith('-'))
      .map(([name, value]) => [name, String(value).trim()]),
  );
