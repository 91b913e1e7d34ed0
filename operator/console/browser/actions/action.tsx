import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import type { LongCommand } from '../../protocol/jobs.ts';
import type { Options, ValueOf } from '../../protocol/routes.ts';
import { about } from '../about.ts';
import { runCommand } from '../api.ts';
import { StartedJob } from '../frame/jobs.tsx';
import { startJob } from '../jobs.ts';
import { isUnreachable } from '../poll.ts';
import { ConfirmationWordField, ReasonField } from './action-fields.tsx';
import { type About, type Action, type Asked, type ConfirmedProps, type Step, useActionSteps } from './action-steps.ts';

/** Why nothing can be changed while the page shows old data. */
const AWAY = 'The page could not load new data. Wait until it has new data.';

interface ActionProps<Name extends Action> extends About<Name> {
  /** Returns the text or element that says what the command has done. */
  readonly done: (value: ValueOf<Name>) => ComponentChildren;
}

/** A button whose dialog says what a command will do, asks for a confirmation, and then shows the result. */
export function ActionButton<Name extends Action>({ done, ...about }: ActionProps<Name>) {
  const perform = async (options: Options): Promise<Step> => {
    const { value, problems, warnings } = await runCommand(about.route, options);
    return { kind: 'over', result: done(value), problems: [...warnings, ...problems] };
  };
  return <ConfirmedButton {...about} perform={perform} />;
}

interface JobProps extends About<LongCommand> {
  /** What the command works on, as the list of jobs shows it. */
  readonly subject: string;
}

/** A button that starts a job after a confirmation. The job continues when the page is closed. */
export function JobButton({ subject, ...about }: JobProps) {
  const perform = async (options: Options): Promise<Step> => ({
    kind: 'started',
    jobId: (await startJob(about.route, subject, options)).id,
  });
  return <ConfirmedButton {...about} perform={perform} />;
}

function ConfirmedButton(props: ConfirmedProps) {
  const steps = useActionSteps(props);
  if (about.value?.isWritable !== true) return null;
  const obstacle = isUnreachable.value ? AWAY : props.obstacle;
  return (
    <>
      <button
        type="button"
        class={lookOf(props)}
        onClick={steps.open}
        disabled={obstacle !== undefined}
        title={obstacle}
        aria-label={props.of && `${props.label} ${props.of}`}
      >
        {props.label}
      </button>
      <ActionDialog {...steps} />
    </>
  );
}

function ActionDialog({ dialog, step, asked, submit, forget, close }: ReturnType<typeof useActionSteps>) {
  const { label, title = label } = asked;
  const id = useId();
  return (
    <dialog ref={dialog} aria-labelledby={id} onClose={forget}>
      <h2 id={id}>{title}</h2>
      {step.kind === 'choosing' || step.kind === 'confirming' ? (
        <form onSubmit={submit} key={step.kind}>
          {step.kind === 'choosing' ? asked.choice?.fields : <ConfirmationQuestion {...asked} {...step} />}
          <FormButtons
            words={step.words}
            isDanger={step.kind === 'confirming' && asked.wordToType !== undefined}
            close={close}
          />
        </form>
      ) : null}
      <div role="status">
        {step.kind === 'working' ? <p class="soft">Working…</p> : null}
        {step.kind === 'over' || step.kind === 'choosing' ? <ActionResult {...step} /> : null}
      </div>
      {step.kind === 'started' ? <StartedJob id={step.jobId} /> : null}
      {step.kind === 'over' || step.kind === 'started' ? (
        <div class="buttons">
          <button type="button" onClick={close}>
            Close
          </button>
        </div>
      ) : null}
    </dialog>
  );
}

interface FormButtonsProps {
  readonly words: string | undefined;
  readonly isDanger: boolean;
  readonly close: () => void;
}

function FormButtons({ words, isDanger, close }: FormButtonsProps) {
  return (
    <div class="buttons">
      {words === undefined ? null : (
        <button type="submit" class={isDanger ? 'danger' : 'main'}>
          {words}
        </button>
      )}
      <button type="button" onClick={close}>
        Cancel
      </button>
    </div>
  );
}

/** Returns `main` for the primary action of a page, and `danger` (red) for an action that needs a typed word. */
const lookOf = ({ isPrimary, wordToType }: ConfirmedProps) =>
  isPrimary ? 'main' : wordToType === undefined ? undefined : 'danger';

type QuestionProps = Pick<About<Action>, 'fields' | 'wordToType'> & Asked & { readonly harm: string | null };

/** The dialog's question: what will happen, and what the person enters before the command runs. */
function ConfirmationQuestion({ effect, harm, fields, wordToType, words }: QuestionProps) {
  return (
    <>
      <p>{effect}</p>
      {harm === null ? null : <p class="problem">{harm}</p>}
      {fields}
      {wordToType === undefined ? null : <ConfirmationWordField word={wordToType} />}
      {words === undefined ? null : <ReasonField />}
    </>
  );
}

interface ResultProps {
  readonly result?: ComponentChildren;
  readonly problems: readonly string[];
}

function ActionResult({ result, problems }: ResultProps) {
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
