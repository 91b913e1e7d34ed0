import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import type { Options, RouteWith } from '../../protocol/routes.ts';
import { harmOf } from '../api.ts';
import { refreshAll } from '../poll.ts';
import { reasonIn } from './fields.tsx';

export type Action = RouteWith<'write'>;

export interface About<Name extends Action> {
  /** The text of the button. */
  readonly label: string;
  /** What the button is about, if the page has several buttons with the same text. */
  readonly of?: string;
  /** What the dialog is about, such as "Disable the mapping relay". Default: the label. */
  readonly title?: string;
  readonly route: Name;
  readonly options: Options;
  /** What will happen, in one sentence. With `choice`, the preview says it. */
  readonly effect?: ComponentChildren;
  /** Whether it is what most people come to the page for. */
  readonly isPrimary?: true;
  /** Why the action is not possible now. */
  readonly obstacle?: string | undefined;
  /** One short word that the person must type before a dangerous action: its verb. */
  readonly wordToType?: string;
  /** The result is shown only once, so only the button of the dialog closes it, and not Escape. */
  readonly isShownOnce?: true;
  /** Form controls for more options of the command. The name of each control is the name of its option. */
  readonly fields?: ComponentChildren;
  readonly choice?: Choice;
}

/** What the person chooses before it is previewed. */
interface Choice {
  readonly fields: ComponentChildren;
  readonly preview: (chosen: Options) => Promise<Asked>;
}

/** What the person is asked to confirm. */
export interface Asked {
  readonly options: Options;
  readonly effect: ComponentChildren;
  /** The text of the button. Undefined if there is nothing to do. */
  readonly words: string | undefined;
}

/** Where a person is: not begun, choosing, asked to confirm, waiting, or told the result. */
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

/** Leads a person from step to step. */
export function useSteps(props: ConfirmedProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const step = useSignal<Step>(IDLE);
  const isRunning = useRef(false);
  const isDismissed = useRef(false);
  // The page may change under an open dialog: after "Suspend", the button becomes "Activate". The dialog stays the
  // same.
  const opened = useRef(props);

  /** Goes to the step that the work leads to, or says why it has failed. */
  const goTo = async (work: () => Promise<Step>) => {
    step.value = { kind: 'working' };
    step.value = await work().catch((error: unknown): Step => {
      const problems = [sentenceOf(error)];
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
      // The options that the person has yet to enter are checked when the command runs.
      const { harm } = fields ? { harm: null } : await harmOf(route, options);
      return { kind: 'confirming', options, effect, words: label.replace('…', ''), harm };
    });
  };
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (!(event.currentTarget instanceof HTMLFormElement)) return;
    const entered = enteredIn(event.currentTarget);
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
  // What a dialog has shown, such as a new key, is gone when it is closed. While the command runs, Escape does not close
  // the dialog for good, because a new key is shown only once.
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

/** Returns the further options in the form. The names of the fields that every dialog has begin with a dash. */
const enteredIn = (form: HTMLFormElement): Options =>
  Object.fromEntries(
    [...new FormData(form)]
      .filter(([name]) => !name.startsWith('-'))
      .map(([name, value]) => [name, String(value).trim()]),
  );

export const sentenceOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
