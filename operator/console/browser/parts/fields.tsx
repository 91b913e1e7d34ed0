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

/** The browser submits the form only when the name is typed as it is. */
export function TypedName({ name }: { readonly name: string }) {
  const check = (event: Event) => {
    if (!(event.currentTarget instanceof HTMLInputElement)) return;
    const isTyped = event.currentTarget.value.trim() === name.trim();
    event.currentTarget.setCustomValidity(isTyped ? '' : `Type ${name}`);
  };
  return (
    <label class="field">
      <span>
        To confirm, type <strong>{name}</strong>
      </span>
      <input name="-name" required autocomplete="off" spellcheck={false} onInput={check} />
    </label>
  );
}
