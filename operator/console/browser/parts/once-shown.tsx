import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Copy } from './copy.tsx';

/** Long enough to copy the text, and too short to be forgotten on a screen. */
const SHOWN_MS = 60_000;
const SECOND_MS = 1_000;

interface Props {
  /** Such as "API key". */
  readonly what: string;
  readonly text: string;
}

/** Shows a secret once. After a minute, or when the dialog is closed, the page no longer has it. */
export function OnceShown({ what, text }: Props) {
  const held = useSignal<string | undefined>(text);
  useEffect(() => {
    const timer = setTimeout(() => {
      held.value = undefined;
    }, SHOWN_MS);
    return () => clearTimeout(timer);
  }, []);
  if (held.value === undefined) return <p>The {what} is no longer shown. If nobody has copied it, rotate it again.</p>;
  return (
    <>
      <p class="well">
        Copy the new {what} now. It is shown only here, for {SHOWN_MS / SECOND_MS} s.
      </p>
      <pre>{held.value}</pre>
      <Copy words={`Copy the ${what}`} text={held.value} />
    </>
  );
}
