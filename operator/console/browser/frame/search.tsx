import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { API_KEY_PREFIX, SIGNING_SECRET_PREFIX } from '../../../../shared/contract/credential-forms.ts';
import { pathTo } from '../../protocol/pages.ts';
import { errorSentence, read } from '../api.ts';
import { pathToResult } from '../elements/links.tsx';
import { pathInLink } from '../links.ts';
import { navigate } from '../router.ts';

const problem = signal('');
const isSearching = signal(false);

/** Matches API keys and signing secrets. A key that was pasted by mistake must not get into a request. */
const SECRET = new RegExp(`^(${API_KEY_PREFIX}|${SIGNING_SECRET_PREFIX})`);

/** Opens the result if there is only one, and otherwise lists the results. The keys `/` and Ctrl-K focus the search. */
export function Search() {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => focusOnShortcut(input), []);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (!(event.currentTarget instanceof HTMLFormElement)) return;
    const form = event.currentTarget;
    const text = String(new FormData(form).get('text')).trim();
    if (text === '') return;
    isSearching.value = true;
    problem.value = await openSearchResult(text);
    isSearching.value = false;
    if (problem.value === '') form.reset();
  };
  return (
    <search>
      <form onSubmit={submit}>
        <input
          ref={input}
          type="search"
          name="text"
          aria-label="Find a partner, line or call by id, name, external id or number"
          aria-describedby="search-problem"
          aria-keyshortcuts="/ Control+K"
          aria-busy={isSearching.value}
          placeholder="Search ( / )"
          autocomplete="off"
          spellcheck={false}
          enterkeyhint="search"
        />
        <p id="search-problem" class="problem" role="status">
          {problem.value}
        </p>
      </form>
    </search>
  );
}

/** Returns an empty text, or the reason why nothing was opened. */
async function openSearchResult(text: string): Promise<string> {
  if (SECRET.test(text)) return 'This is a key or a secret. Search for an id, a name or a number.';
  const path = pathInLink(text);
  if (path !== undefined) {
    navigate(path);
    return '';
  }
  try {
    const { value } = await read('find', { text });
    const [only] = value;
    navigate(
      value.length === 1 && only ? pathToResult(only) : `${pathTo('search')}?${new URLSearchParams({ q: text })}`,
    );
    return '';
  } catch (error) {
    return errorSentence(error);
  }
}

/** Matches elements that process typed characters. In these elements, `/` does not focus the search. */
const TYPED_INTO = 'input, textarea, select, [contenteditable]';

function focusOnShortcut(input: { readonly current: HTMLInputElement | null }) {
  const press = (event: KeyboardEvent) => {
    const isTyping = event.target instanceof Element && event.target.closest(TYPED_INTO) !== null;
    const isAsked =
      event.ctrlKey || event.metaKey ? event.key === 'k' : event.key === '/' && !event.altKey && !isTyping;
    // While a dialog is open, the keys for the search do nothing.
    if (!isAsked || document.querySelector('dialog[open]')) return;
    event.preventDefault();
    input.current?.focus();
    input.current?.select();
  };
  document.addEventListener('keydown', press);
  return () => document.removeEventListener('keydown', press);
}
