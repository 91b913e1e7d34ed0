import { API_KEY_PATTERN } from '../../../shared/contract/credential-forms.ts';
import { type ApiRequest, curlOf, requestOf } from './request.ts';
import { showNoResponse, showResponse } from './response.ts';

const KEY = 'partner-lines-key';

/** Host names of this machine. A page that is opened from disk has no host name, so it does not count as local. */
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** Matches the fragment of the address that the sandbox prints: an API key, which browsers send to no server. */
const KEY_IN_ADDRESS = new RegExp(`^#key=(${API_KEY_PATTERN})$`);

/** On a page from this machine, takes the key from the address. Keeps the key for all pages of this tab. */
export function moveKeyToStorage(): void {
  const [, key] = KEY_IN_ADDRESS.exec(location.hash) ?? [];
  if (key === undefined || !LOOPBACK.includes(location.hostname)) return;
  sessionStorage.setItem(KEY, key);
  history.replaceState(null, '', location.pathname + location.search);
}

/**
 * Enables the forms of the reference, which send requests to the page's own origin. On a page from another host, the
 * forms stay disabled, because this host would get the API key.
 */
export function enableRequestForms(): void {
  const key = document.querySelector<HTMLInputElement>('#api-key');
  const off = document.querySelector<HTMLElement>('#console-off');
  if (!key || !off || !LOOPBACK.includes(location.hostname)) return;
  off.hidden = true;
  key.value = sessionStorage.getItem(KEY) ?? '';
  key.addEventListener('input', () => sessionStorage.setItem(KEY, key.value.trim()));
  document.querySelector('#key-form')?.addEventListener('submit', (event) => event.preventDefault());
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-path]')) enableForm(form, key);
}

function enableForm(form: HTMLFormElement, key: HTMLInputElement): void {
  const button = form.querySelector('button');
  const place = form.querySelector<HTMLElement>('.answer');
  if (!button || !place) return;
  button.disabled = false;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void sendAndShowResponse(requestOf(form, key.value.trim()), button, place);
  });
}

async function sendAndShowResponse(request: ApiRequest, button: HTMLButtonElement, place: HTMLElement): Promise<void> {
  button.disabled = true;
  const curl = curlOf(request);
  const startedAt = performance.now();
  try {
    const { path, ...options } = request;
    const response = await fetch(path, { ...options, cache: 'no-store' });
    const body = await response.text();
    showResponse(place, { response, body, durationMs: Math.round(performance.now() - startedAt), curl });
    fillInLineId(body);
  } catch {
    showNoResponse(place, curl);
  } finally {
    button.disabled = false;
  }
}

/** Fills the first line id of a response into each form that needs a line id and has none yet. */
function fillInLineId(body: string): void {
  const [, tenantId] = /"tenantId":"(\w+)"/.exec(body) ?? [];
  if (tenantId === undefined) return;
  for (const input of document.querySelectorAll<HTMLInputElement>('input[name="customerId"]')) {
    if (input.value === '') input.value = tenantId;
  }
}
