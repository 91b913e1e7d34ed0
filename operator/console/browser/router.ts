import { signal } from '@preact/signals';

const currentAddress = () => ({
  path: location.pathname,
  query: new URLSearchParams(location.search),
  /** The fragment, such as `#name`, or empty. */
  hash: location.hash,
});

export const address = signal(currentAddress());

/** Shows another page, as if somebody had followed a link. */
export function navigate(to: string): void {
  history.pushState(null, '', to);
  address.value = currentAddress();
  // As after a page load, shows the top of the page or its fragment, and sets the focus on the heading.
  scrollTo(0, 0);
  requestAnimationFrame(() => {
    document.querySelector<HTMLElement>('h1')?.focus();
    document.getElementById(location.hash.slice(1))?.scrollIntoView();
  });
}

/** Returns the address of this page with changed query parameters. An undefined or empty value is left out. */
export function pathWithQuery(changes: Readonly<Record<string, string | undefined>>): string {
  const query = new URLSearchParams(address.value.query);
  for (const [name, value] of Object.entries(changes)) {
    if (value) query.set(name, value);
    else query.delete(name);
  }
  return address.value.path + (query.size > 0 ? `?${query}` : '');
}

/** Shows the same page with another filter, without moving focus or scroll position. */
export function setFilter(changes: Readonly<Record<string, string | undefined>>): void {
  changeAddress(pathWithQuery(changes));
}

/** Changes the address without moving focus or scroll position. */
function changeAddress(to: string): void {
  history.pushState(null, '', to);
  address.value = currentAddress();
}

/** Follows links within the console without loading the document again. */
export function startRouter(): void {
  addEventListener('popstate', () => {
    address.value = currentAddress();
  });
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
    if (!link || !isPlain || event.defaultPrevented) return;
    const isOwnPage =
      link.origin === location.origin && link.target === '' && !link.getAttribute('href')?.startsWith('#');
    if (!isOwnPage) return;
    event.preventDefault();
    // The link leads to another page of the same list, so focus and scroll position stay.
    if (link.dataset['stay'] !== undefined) return changeAddress(link.pathname + link.search);
    navigate(link.pathname + link.search + link.hash);
  });
}
