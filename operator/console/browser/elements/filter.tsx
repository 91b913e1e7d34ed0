import { setFilter } from '../router.ts';
import { timeOption } from '../time.ts';

/** Puts the values of the form into the page's address, and shows the first page of the list. */
export function applyFilter(form: HTMLFormElement): void {
  const entered = [...new FormData(form)].map(([name, value]) => [name, timeOption(String(value).trim())]);
  setFilter({ ...Object.fromEntries(entered), cursor: undefined });
}

interface Props {
  readonly name: string;
  readonly words: string;
  readonly example: string;
  readonly value: string | undefined;
}

/** `value` is also the key, so that the field changes when the page's address has another filter. */
export const FilterField = ({ name, words, example, value = '' }: Props) => (
  <label>
    {words}
    <input key={value} name={name} defaultValue={value} placeholder={example} autocomplete="off" spellcheck={false} />
  </label>
);
