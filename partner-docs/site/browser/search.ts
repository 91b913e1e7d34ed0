import type { Found } from '../search/finder.ts';

declare global {
  /** The search function, from search.js. A page loads search.js when somebody begins to search. */
  var partnerLinesFind: ((query: string) => readonly Found[]) | undefined;
}

interface Parts {
  readonly input: HTMLInputElement;
  readonly status: HTMLElement;
  readonly list: HTMLElement;
}

/** Shows the search, and makes it usable with the keyboard: / begins, the arrows move, Enter opens, Escape ends. */
export function startSearch(): void {
  const search = document.querySelector<HTMLElement>('#search');
  const input = search?.querySelector('input');
  const status = search?.querySelector<HTMLElement>('[role="status"]');
  const list = search?.querySelector('ol');
  if (!search || !input || !status || !list) return;
  const parts = { input, status, list };
  search.hidden = false;
  input.addEventListener('focus', () => void loadSearchScript());
  input.addEventListener('input', () => void showResults(parts));
  search.addEventListener('submit', (event) => {
    event.preventDefault();
    void showResults(parts).then(() => list.querySelector('a')?.click());
  });
  search.addEventListener('keydown', (event) => handleKey(event, parts));
  search.addEventListener('focusout', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && search.contains(relatedTarget))) clearResults(parts);
  });
  search.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('a')) clearResults(parts);
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    event.preventDefault();
    input.focus();
  });
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;

function handleKey(event: KeyboardEvent, parts: Parts): void {
  const { input, list } = parts;
  if (event.key === 'Escape') {
    input.value = '';
    input.focus();
    clearResults(parts);
  }
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const stops: HTMLElement[] = [input, ...list.querySelectorAll('a')];
  const at = stops.findIndex((stop) => stop.matches(':focus'));
  stops[at + (event.key === 'ArrowDown' ? 1 : -1)]?.focus();
  event.preventDefault();
}

function clearResults({ status, list }: Parts): void {
  status.textContent = '';
  list.replaceChildren();
}

async function showResults(parts: Parts): Promise<void> {
  const { input, status, list } = parts;
  const find = await loadSearchScript();
  const query = input.value.trim();
  if (query === '') return clearResults(parts);
  if (!find) {
    status.textContent = 'The search did not load. Reload the page.';
    return;
  }
  const found = find(query);
  list.replaceChildren(...found.map(resultItem));
  status.textContent = resultMessage(found.length, query);
}

function resultMessage(count: number, query: string): string {
  if (count === 0) return `Nothing found for “${query}”. Try fewer or other words.`;
  return count === 1 ? '1 section found' : `${count} sections found`;
}

function resultItem({ href, page, title, excerpt }: Found): HTMLElement {
  const link = document.createElement('a');
  link.href = href;
  link.append(part('strong', title), ' ', part('span', page), part('p', excerpt));
  const item = document.createElement('li');
  item.append(link);
  return item;
}

const part = (tag: 'strong' | 'span' | 'p', text: string) =>
  Object.assign(document.createElement(tag), { textContent: text });

let loading: Promise<void> | undefined;

/** Loads search.js as a classic script, because browsers do not load modules from disk. */
async function loadSearchScript(): Promise<typeof partnerLinesFind> {
  loading ??= new Promise((resolve) => {
    const script = document.createElement('script');
    script.src = 'search.js';
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => resolve());
    document.head.append(script);
  });
  await loading;
  return globalThis.partnerLinesFind;
}
