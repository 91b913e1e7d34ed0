/** The fields that dialogs share. Their names begin with a dash, because they are no options of a command. */
const REASON = '-reason';

export function Reason() {
  return (
    <label class="field">
      Reason, for the audit trail (optional)
      <input name={REASON} maxLength={200} autocomplete="off" />
    </label>
  );
}

/** Returns the reason as an option of a command, if there is one. */
export function reasonIn(form: HTMLFormElement): { readonly reason?: string } {
  const reason = String(new FormData(form).get(REASON)).trim();
  return reason === '' ? {} : { reason };
}

/** The browser submits the form only when the word is typed as it is shown. */
export function TypedWord({ word }: { readonly word: string }) {
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
