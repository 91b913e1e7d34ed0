import { CopyButton } from '../elements/copy.tsx';

interface Props {
  /** The kind of secret, such as "API key". */
  readonly what: string;
  readonly text: string;
}

/** Shows a secret until the person closes the dialog with its button. Afterwards, the page no longer has the secret. */
export function SecretShownOnce({ what, text }: Props) {
  return (
    <>
      <p class="well">Copy the new {what} now. It is shown only here, until you close this dialog.</p>
      <pre>{text}</pre>
      <CopyButton words={`Copy the ${what}`} text={text} />
    </>
  );
}
