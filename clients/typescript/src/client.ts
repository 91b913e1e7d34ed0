import { type ClientOptions, connectionOf } from './connection.ts';
import { type Listing, listing } from './listing.ts';
import { type CallBookmark, type NewCalls, newAmong } from './new-calls.ts';
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
  Webhook,
  WebhookRegistration,
} from './types.ts';

export interface CallOptions {
  readonly signal?: AbortSignal;
}

export interface CreateOptions extends CallOptions {
  /**
   * Unless set, each call has a new one, the same for all its attempts. Set one of your own to repeat a creation safely
   * after your program was restarted; `false` sends none, and the creation is then not repeated after silence or 5xx.
   */
  readonly idempotencyKey?: string | false;
}

export interface ListOptions extends CallOptions {
  /** Items of a page, 1 to 200. */
  readonly limit?: number;
}

export interface CallListOptions extends ListOptions {
  /** Only calls whose summary was stored at or after this time. */
  readonly since?: Date | number;
}

export interface NewCallsOptions extends CallOptions {
  /** Of the reading before. */
  readonly bookmark?: CallBookmark;
  /** Where the first reading begins, when there is no bookmark yet. From the first call unless set. */
  readonly since?: Date | number;
}

/** The most that the API gives at once. */
const LARGEST_PAGE = 200;

/** The Partner lines API. One client may be used for any number of calls at the same time. */
export class PartnerLines {
  readonly #connection: Connection;

  /** Throws a TypeError that says what to give when `baseUrl` or `apiKey` cannot be right. */
  constructor(options: ClientOptions) {
    this.#connection = connectionOf(options);
  }

  /** Whom the key belongs to and what it may do. */
  whoami({ signal }: CallOptions = {}): Promise<Partner> {
    return this.#get('/v1/whoami', {}, signal);
  }

  /** All lines that are not terminated. */
  listLines({ limit, signal }: ListOptions = {}): Listing<LinePage, Line> {
    return listing(
      (cursor) => this.#get<LinePage>('/v1/tenants', { limit, cursor }, signal),
      ({ tenants }) => tenants,
    );
  }

  /** Creates a line; repeated attempts never make a second one. */
  createLine(line: CreateLine, { idempotencyKey = crypto.randomUUID(), signal }: CreateOptions = {}): Promise<Line> {
    const key = idempotencyKey === false ? undefined : idempotencyKey;
    return this.#send(
      { method: 'POST', path: '/v1/tenants', body: line, idempotencyKey: key, repeatable: key !== undefined },
      signal,
    );
  }

  getLine(tenantId: string, { signal }: CallOptions = {}): Promise<LineDetail> {
    return this.#get(linePath(tenantId), {}, signal);
  }

  /**
   * Final. When an attempt was not answered, it may have been carried out: after more than one attempt
   * (`error.attempts`), ALREADY_TERMINATED or a 403 mean that the line is terminated.
   */
  terminateLine(tenantId: string, how: TerminateLine = {}, { signal }: CallOptions = {}): Promise<Termination> {
    return this.#send({ method: 'DELETE', path: linePath(tenantId), body: how, repeatable: true }, signal);
  }

  getAgent(tenantId: string, { signal }: CallOptions = {}): Promise<AgentSettings> {
    return this.#get(`${linePath(tenantId)}/agent`, {}, signal);
  }

  /** Changes only the settings sent, and answers with all of them. Up to 5 minutes until live calls notice. */
  updateAgent(tenantId: string, patch: AgentSettingsPatch, { signal }: CallOptions = {}): Promise<AgentSettings> {
    return this.#send({ method: 'PUT', path: `${linePath(tenantId)}/agent`, body: patch, repeatable: true }, signal);
  }

  /** Finished calls of a line, newest first. */
  listCalls(tenantId: string, { limit, since, signal }: CallListOptions = {}): Listing<CallPage, Call> {
    const path = `${linePath(tenantId)}/calls`;
    return listing(
      (cursor) => this.#get<CallPage>(path, { limit, since: since?.valueOf(), cursor }, signal),
      ({ calls }) => calls,
    );
  }

  /**
   * The calls that have become visible since the bookmark, oldest first, each of them once. Calls can become visible
   * slightly out of order: this asks for the last minute again and leaves out what it has given before.
   */
  async newCalls(tenantId: string, { bookmark, since = 0, signal }: NewCallsOptions = {}): Promise<NewCalls> {
    const from = bookmark ?? { since: since.valueOf(), known: [] };
    const options = { since: from.since, limit: LARGEST_PAGE, ...(signal && { signal }) };
    const found: Call[] = [];
    for await (const call of this.listCalls(tenantId, options)) found.push(call);
    return newAmong(found, from);
  }

  getWebhook({ signal }: CallOptions = {}): Promise<Webhook> {
    return this.#get('/v1/webhooks', {}, signal);
  }

  /** Registers the webhook in place of the one before. Keep the signing secret: only this answer shows it in full. */
  registerWebhook(webhook: WebhookRegistration, { signal }: CallOptions = {}): Promise<RegisteredWebhook> {
    return this.#send({ method: 'PUT', path: '/v1/webhooks', body: webhook, repeatable: true }, signal);
  }

  #get<Body>(path: string, query: Outgoing['query'], signal: AbortSignal | undefined): Promise<Body> {
    return this.#send({ method: 'GET', path, ...(query && { query }), repeatable: true }, signal);
  }

  #send<Body>(outgoing: Outgoing, signal: AbortSignal | undefined): Promise<Body> {
    return send<Body>(this.#connection, outgoing, signal);
  }
}

/** An identifier that a URL would swallow would lead to another resource. */
function linePath(tenantId: string): string {
  if (['', '.', '..'].includes(tenantId)) throw new TypeError(`Not a line identifier: "${tenantId}"`);
  return `/v1/tenants/${encodeURIComponent(tenantId)}`;
}
