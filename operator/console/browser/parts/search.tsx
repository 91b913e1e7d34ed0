import { signal } from '@preact/signals';
import { pathTo } from '../../protocol/pages.ts';
import { read } from '../api.ts';
import { pathInLink } from '../links.ts';
import { go } from '../router.ts';

const problem = signal('');

/** API keys and signing secrets. A key that was pasted by mistake must not get into a request. */
const SECRET = /^(svc_partner_|whsec_)/;

/** The page about each kind of thing. */
const PAGES = { partner: 'partner', line: 'line', call: 'delivery' } as const;

/** Finds a partner, line or call by its whole id. */
export function Search() {
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (!(event.currentTarget instanceof HTMLFormElement)) return;
    const form = event.currentTarget;
    const id = String(new FormData(form).get('id')).trim();
    if (id === '') return;
    const path = pathInLink(id);
    if (path !== undefined) {
      problem.value = '';
      form.reset();
      go(path);
      return;
    }
    problem.value = SECRET.test(id) ? 'This is a key or a secret, not an id. Search for a whole id.' : await find(id);
    if (problem.value === '') form.reset();
  };
  return (
    <search>
      <form onSubmit={submit}>
        <input
          type="search"
          name="id"
          aria-label="Find a partner, line or call by its whole id"
          aria-describedby="search-problem"
          placeholder="Find an id"
          autocomplete="off"
          spellcheck={false}
          enterkeyhint="go"
        />
        <p id="search-problem" class="problem" role="status">
          {problem.value}
        </p>
      </form>
    </search>
  );
}

/** Goes to the page of the id. Returns why it cannot, or an empty text. */
async function find(id: string): Promise<string> {
  try {
    const { value } = await read('find', { id });
    go(pathTo(PAGES[value.kind], value.id));
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
