import { TOKEN_IN_FRAGMENT } from '../protocol/wire.ts';

const KEY = 'partner-lines-console-token';

/**
 * Takes the token out of the address and stores it, so that other tabs of this browser have it, too. Storage is kept
 * apart by port, so the page of another console never sees it. Nobody can read the token from the address bar or from
 * the history.
 */
export function takeToken(): void {
  const token = new URLSearchParams(location.hash.slice(1)).get(TOKEN_IN_FRAGMENT);
  if (token === null) return;
  localStorage.setItem(KEY, token);
  history.replaceState(null, '', location.pathname + location.search);
}

export const storedToken = (): string => localStorage.getItem(KEY) ?? '';
