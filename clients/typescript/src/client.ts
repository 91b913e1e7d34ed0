import { type ClientOptions, connectionOf } from './connection.ts';
import type { PartnerLinesError } from './errors.ts';
import { type CallPositionStore, FOLLOW_EVERY_MS, follow, memoryStore } from './follow-calls.ts';
import { type Listing, listing } from './listing.ts';
import { type CallBookmark, type NewCalls, newCallsIn } from './new-calls.ts';
import { isFromEarlierTermination } from './retry-policy.ts';
import { LARGEST_PAGE } from './service-rules.ts';
import { type Connection, type Outgoing, send } from './transport.ts';
import type {
  AgentSettings,
  AgentSettingsPatch,
  Call,
  CallPage,
  CreateLine,
  Line,
  LineDetail,
  LinePage,
  Partner,
  RegisteredWebhook,
  TerminateLine,
  Termination,
  TerminationDetails,
  Webhook,
  WebhookRegistration,
} from './types.ts';

export interface CallOptions {
  readonly signal?: AbortSignal;
}

export interface CreateOptions extends CallOptions {
  /**
   * By default, the client generates a key for each line and sends it with every attempt. To retry safely after a
   * restart of your program, pass a key that you have stored. With `false`, the client sends no key, and does not retry
   * after a 5xx or when no response arrives.
   */
  readonly idempotencyKey?: string | false;
}

export interface ListOptions extends CallOptions {
  /** The largest number of items on a page. */
  readonly limit?: number;
}

export interface CallListOptions extends ListOptions {
  /**
   * Returns only calls whose summary was stored at or after this time. A number is Unix time in milliseconds, as
   * `Date.now()` returns it. A time in seconds would mean January 1970, so you would get every call.
   */
  readonly since?: Date | number;
}

export interface NewCallsOptions extends CallOptions {
  /** The bookmark from the previous result of `newCalls`. */
  readonly bookmark?: CallBookmark;
  /**
   * Where to begin when you have no bookmark yet. Default: at the first call. A number is Unix time in milliseconds,
   * not in seconds.
   */
  readonly since?: Date | number;
}

export interface FollowCallsOptions extends CallOptions {
  /** Where to keep the position. By default, the position is only in memory, and is lost when the loop ends. */
  readonly store?: CallPositionStore;
  /**
   * Where to begin when the store has no position yet. Default: at the first call. A number is Unix time in
   * milliseconds, not in seconds.
   */
  readonly since?: Date | number;
  /** The time between two reads of the list of calls. The rate limit can make it longer. Default: 30 seconds. */
  readonly everyMs?: number;
  /**
   * Called when the list of calls could not be read, but a later read may succeed, for example after no response, 429
   * or 5xx. The next read follows after `everyMs`, or later if the service asks for it.
   */
  readonly onOutage?: (error: PartnerLinesError) => void;
}

/** A client for the Partner lines API. You can use one client for any number of requests at the same time. */
export class PartnerLines {
  readonly #connection: Connection;

  /** Throws a TypeError if `baseUrl` or `apiKey` is not valid. Its message says what is expected. */
  constructor(options: ClientOptions) {
    this.#connection = connectionOf(options);
  }

  /** Returns the partner to whom the API key belongs, and the scopes of the key. */
  async whoami({ signal }: CallOptions = {}): Promise<Partner> {
    return this.#get('/v1/whoami', {}, signal);
  }

  /** Lists the lines that are not terminated. */
  listLines({ limit, signal }: ListOptions = {}): Listing<LinePage, Line> {
    return listing(
      (cursor) => this.#get<LinePage>('/v1/tenants', { limit, cursor }, signal),
      ({ tenants }) => tenants,
    );
  }

  /** Creates a line. The client's own retries never create a second line. */
  async createLine(
    line: CreateLine,
    { idempotencyKey = crypto.randomUUID(), signal }: CreateOptions = {},
  ): Promise<Line> {
    const key = idempotencyKey === false ? undefined : idempotencyKey;
    return this.#send({ method: 'POST', path: '/v1/tenants', body: line, idempotencyKey: key }, signal);
  }

  async getLine(tenantId: string, { signal }: CallOptions = {}): Promise<LineDetail> {
    return this.#get(linePath(tenantId), {}, signal);
  }

  /**
   * Terminates a line. You cannot undo this. If the response is lost and a retry finds the line terminated or no
   * longer yours, returns `responseLost: true` without details.
   */
  async terminateLine(tenantId: string, how: TerminateLine = {}, { signal }: CallOptions = {}): Promise<Termination> {
    const outgoing = { method: 'DELETE', path: linePath(tenantId), body: how } as const;
    try {
      return { ...(await this.#send<TerminationDetails>(outgoing, signal)), responseLost: false };
    } catch (error) {
      if (isFromEarlierTermination(error)) return { status: 'terminated', responseLost: true };
      throw error;
    }
  }

  async getAgent(tenantId: string, { signal }: CallOptions = {}): Promise<AgentSettings> {
    return this.#get(`${linePath(tenantId)}/agent`, {}, signal);
  }

  /**
   * Changes only the settings that you send, and returns all settings. A change can take minutes to reach new calls.
   */
  async updateAgent(tenantId: string, patch: AgentSettingsPatch, { signal }: CallOptions = {}): Promise<AgentSettings> {
    return this.#send({ method: 'PUT', path: `${linePath(tenantId)}/agent`, body: patch }, signal);
  }

  /** Lists the finished calls of a line, newest first. */
  listCalls(tenantId: string, { limit, since, signal }: CallListOptions = {}): Listing<CallPage, Call> {
    return listing(
      (cursor) => this.#get<CallPage>(callsPath(tenantId), { limit, since: since?.valueOf(), cursor }, signal),
      ({ calls }) => calls,
    );
  }

  /**
   * Returns the calls that have appeared since the bookmark, oldest first and each call once. Calls can appear slightly
   * out of order, so this method reads the newest calls again and leaves out the calls that it has already returned.
   */
  async newCalls(tenantId: string, { bookmark, since = 0, signal }: NewCallsOptions = {}): Promise<NewCalls> {
    const from = bookmark ?? { since: since.valueOf(), known: [] };
    const options = { since: from.since, limit: LARGEST_PAGE, ...(signal && { signal }) };
    const found: Call[] = [];
    for await (const call of this.listCalls(tenantId, options)) found.push(call);
    return newCallsIn(found, from);
  }

  /**
   * Yields the calls of a line as they appear, oldest first and each call once. Continues after outages, until you
   * leave the loop, abort the signal, or a failure occurs that a retry cannot fix. Keeps to the rate limit. The position
   * moves past a call when you ask for the next call. So a restarted program gets an unfinished call again.
   */
  followCalls(
    tenantId: string,
    {
      store = memoryStore(),
      since = 0,
      everyMs = FOLLOW_EVERY_MS,
      onOutage = () => undefined,
      signal,
    }: FollowCallsOptions = {},
  ): AsyncIterable<Call> {
    return follow(
      { store, since: since.valueOf(), everyMs, onOutage },
      {
        readPage: async (from, cursor) => {
          const query = { limit: LARGEST_PAGE, since: from, cursor };
          return send<CallPage>(this.#connection, { method: 'GET', path: callsPath(tenantId), query }, signal);
        },
        wait: (milliseconds) => this.#connection.wait(milliseconds, signal),
        nowMs: this.#connection.now,
      },
    );
  }

  async getWebhook({ signal }: CallOptions = {}): Promise<Webhook> {
    return this.#get('/v1/webhooks', {}, signal);
  }

  /** Registers the webhook, or replaces it. Store the signing secret: only this response shows the whole secret. */
  async registerWebhook(webhook: WebhookRegistration, { signal }: CallOptions = {}): Promise<RegisteredWebhook> {
    return this.#send({ method: 'PUT', path: '/v1/webhooks', body: webhook }, signal);
  }

  #get<Body>(path: string, query: Outgoing['query'], signal: AbortSignal | undefined): Promise<Body> {
    return this.#send({ method: 'GET', path, ...(query && { query }) }, signal);
  }

  async #send<Body>(outgoing: Outgoing, signal: AbortSignal | undefined): Promise<Body> {
    return (await send<Body>(this.#connection, outgoing, signal)).body;
  }
}

/** Throws for an identifier such as `..`, because a URL drops it, and the request would go to another resource. */
function linePath(tenantId: unknown): string {
  if (typeof tenantId !== 'string' || ['', '.', '..'].includes(tenantId))
    throw new TypeError(`Not a line identifier: ${JSON.stringify(tenantId)}`);
  return `/v1/tenants/${encodeURIComponent(tenantId)}`;
}

const callsPath = (tenantId: string) => `${linePath(tenantId)}/calls`;
