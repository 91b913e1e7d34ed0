import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { Icon, type IconName } from './icon.tsx';

interface Props {
  /** The text of the button, or its accessible name if it shows only an icon. */
  readonly words: string;
  readonly text: string;
  readonly icon?: IconName;
  /** Set if the Tab key skips the button, because the page to which the id links has the same button. */
  readonly isSkipped?: true;
}

const SHOWN_MS = 2_000;

/** If copying fails, shows the text, so that a person can copy it by hand. */
export function CopyButton({ words, text, icon, isSkipped }: Props) {
  const told = useSignal('');
  const uncopied = useSignal('');
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => {
        uncopied.value = '';
        told.value = 'Copied.';
        clearTimeout(timer.current);
        timer.current = setTimeout(() => {
          told.value = '';
        }, SHOWN_MS);
      },
      () => {
        uncopied.value = text;
      },
    );
  return (
    <span class={icon ? 'copy of-icon' : 'copy'}>
      <button
        type="button"
        onClick={copy}
        {...(icon && { class: 'quiet icon-only', 'aria-label': words, title: words })}
        {...(isSkipped && { tabIndex: -1 })}
      >
        {icon ? <Icon name={told.value === '' ? icon : 'done'} /> : words}
      </button>
      <span role="status">{told.value}</span>
      {uncopied.value === '' ? null : (
        <span role="status" class="soft uncopied">
          {uncopied.value}
        </span>
      )}
    </span>
  );
}
