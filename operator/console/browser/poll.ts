import { computed, type ReadonlySignal, signal, useSignal } from '@preact/signals';
import { useLayoutEffect, useMemo } from 'preact/hooks';
import { UNAVAILABLE } from '../protocol/paths-and-names.ts';
import { AFTER_FAILURE_MS } from '../protocol/refresh-intervals.ts';
import type { CommandResponse, Options, RouteWith, ValueOf } from '../protocol/routes.ts';
import { RequestError, read, runCommand } from './api.ts';
import { setClock } from './clock.ts';

/** What a page has received for a request. */
export interface Polled<Value> {
  /** The last response, which stays after a failure. Undefined until the first response. */
  readonly response: CommandResponse<Value> | undefined;
  /** Why there is no newer response. */
  readonly error: RequestError | undefined;
}

const NOTHING: Polled<never> = { response: undefined, error: undefined };
const NO_REQUEST = signal(NOTHING);

/** How many responses are kept, so that a page that was open before appears at once. */
const KEPT_RESPONSES = 50;

/** Whether a request got no response, or failed unexpectedly. Then the actions of a page are disabled. */
export const isUnreachable = computed(() => unreachableReason.value !== undefined);
/** Why there is no new data. Undefined unless `isUnreachable`. */
export const unreachableReason = signal<string | undefined>(undefined);
export const isUnreachableStatus = (status: number) => status === 0 || status === UNAVAILABLE;

function updateUnreachableReason(): void {
  unreachableReason.value = [...questions.values()]
    .filter(({ isFollowed }) => isFollowed())
    .map(({ state }) => state.peek().error)
    .find((error) => error !== undefined && isUnreachableStatus(error.status))?.message;
}

type Question = ReturnType<typeof newRepeatedRequest>;
const questions = new Map<string, Question>();

/** True after a 401 or a failed proof, until the server has proved that it knows this browser's token. */
export const isLockedOut = signal(false);

/**
 * Returns the response of a command, and updates the response while the component is on the page. A hidden page does
 * not repeat requests. An unchanged response is not drawn again, so focus and scroll position stay. With `null` instead of
 * options, sends no request.
 */
export function usePolled<Name extends RouteWith<'read'>>(
  name: Name,
  options: Options | null = {},
): ReadonlySignal<Polled<ValueOf<Name>>> {
  const key = `${name} ${JSON.stringify(options)}`;
  const asked = useMemo(() => options && repeatedRequestFor(key, () => read(name, options)), [key]);
  // The requests begin in a layout effect, which runs before the first paint, so the paint does not delay them.
  useLayoutEffect(() => asked?.follow(), [asked]);
  return (asked?.state ?? NO_REQUEST) as ReadonlySignal<Polled<ValueOf<Name>>>;
}

/** Returns what a command has returned since a click, if there was one, and the function that the click calls. */
export function useCommandOnClick<Name extends RouteWith<'look'>>(name: Name) {
  const polled = useSignal<Polled<ValueOf<Name>> | undefined>(undefined);
  const run = async () => {
    polled.value = NOTHING;
    polled.value = await runCommand(name, {}).then(
      (response) => ({ response, error: undefined }),
      (error: unknown) => ({ response: undefined, error: asRequestError(error) }),
    );
  };
  return [polled.value, run] as const;
}

const asRequestError = (error: unknown) => (error instanceof RequestError ? error : new RequestError(0, String(error)));

/** Repeats all requests of the page now. */
export const refreshAll = () => Promise.all([...questions.values()].map((asked) => asked.refresh()));

function repeatedRequestFor(key: string, ask: () => Promise<CommandResponse<unknown>>): Question {
  const found = questions.get(key) ?? newRepeatedRequest(ask);
  questions.delete(key);
  questions.set(key, found);
  for (const [old, { isFollowed }] of questions) {
    if (questions.size <= KEPT_RESPONSES) break;
    if (!isFollowed()) questions.delete(old);
  }
  return found;
}

function newRepeatedRequest(ask: () => Promise<CommandResponse<unknown>>) {
  const state = signal<Polled<unknown>>(NOTHING);
  let followers = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let shown = '';

  const take = (response: CommandResponse<unknown>) => {
    setClock(response.nowMs);
    const { nowMs: _, ...content } = response;
    const text = JSON.stringify(content);
    if (text !== shown || state.value.error) state.value = { response, error: undefined };
    shown = text;
    return response.againMs;
  };
  const fail = (error: unknown) => {
    const told = asRequestError(error);
    if (told.status === 401) isLockedOut.value = true;
    state.value = { response: state.value.response, error: told };
    return told.againMs ?? AFTER_FAILURE_MS;
  };
  let asking: Promise<void> | undefined;
  const refresh = (): Promise<void> => {
    asking ??= ask()
      .then(take, fail)
      .then((againMs) => {
        asking = undefined;
        updateUnreachableReason();
        clearTimeout(timer);
        if (followers > 0) timer = setTimeout(whenVisible, againMs);
      });
    return asking;
  };
  const whenVisible = () => {
    if (document.visibilityState === 'visible' && !isLockedOut.value) void refresh();
  };

  return {
    state,
    isFollowed: () => followers > 0,
    refresh: async () => {
      if (followers > 0) await refresh();
    },
    follow() {
      followers += 1;
      if (followers === 1) document.addEventListener('visibilitychange', whenVisible);
      whenVisible();
      return () => {
        followers -= 1;
        if (followers > 0) return;
        updateUnreachableReason();
        clearTimeout(timer);
        document.removeEventListener('visibilitychange', whenVisible);
      };
    },
  };
}
