import { REASON_CHARACTERS } from '../../protocol/limits.ts';

/** A field whose name begins with a dash is not an option of the command. */
const REASON = '-reason';

export function ReasonField() {
  return (
    <label class="field">
      Reason, for the audit trail (optional)
      <input name={REASON} maxLength={REASON_CHARACTERS} autocomplete="off" />
    </label>
  );
}

export function reasonIn(form: HTMLFormElement): { readonly reason?: string } {
  const reason = String(new FormData(form).get(REASON)).trim();
  return reason === '' ? {} : { reason };
}

/** A field for the word that the person must type. Without that word, the browser does not submit the form. */
export function ConfirmationWordField({ word }: { readonly word: string }) {
  const check = (event: Event) => {
    if (!(event.currentTarget instanceof HTMLInputElement)) return;
    const isTyped = event.currentTarget.value.trim() === word;
    event.currentTarget.setCustomValidity(isTyped ? '' : `Type ${word}`);
  };
  return (
    <label class="field">
      <span>
        Type <strong>{word}</strong>
      </span>
      <input name="-word" required autocomplete="off" spellcheck={false} onInput={check} />
    </label>
  );
}
