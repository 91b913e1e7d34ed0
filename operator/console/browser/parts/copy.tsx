import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';

interface Props {
  readonly words: string;
  readonly text: string;
}

const SHOWN_MS = 2_000;

/** A button that copies a text and says so in its own place, so that no other button moves. Shows a text it cannot copy. */
export function Copy({ words, text }: Props) {
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
    <span>
      <span class="copy">
        <button type="button" onClick={copy}>
          {words}
        </button>
        <span role="status">{told.value}</span>
      </span>{' '}
      <span role="status" class="soft">
        {uncopied.value}
      </span>
    </span>
  );
}
