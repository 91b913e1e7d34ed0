import { useSignal } from '@preact/signals';

interface Props {
  readonly words: string;
  readonly text: string;
}

/** A button that copies a text, and says so. */
export function Copy({ words, text }: Props) {
  const told = useSignal('');
  const copy = async () => {
    told.value = await navigator.clipboard.writeText(text).then(
      () => 'Copied.',
      () => text,
    );
  };
  return (
    <span>
      <button type="button" onClick={copy}>
        {words}
      </button>{' '}
      <span role="status" class="soft">
        {told.value}
      </span>
    </span>
  );
}
