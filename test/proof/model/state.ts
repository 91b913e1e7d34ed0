import type { Chosen, ModelResponse, Op, RequestOf, Rest, Settings, ToldCall } from './operations.ts';

/** Contract, "Line status". While `terminated`, the delegation is not yet released. */
export interface Line {
  readonly tenantId: string;
  readonly partnerId: string;
  readonly name: string;
  readonly region: 'kr' | 'ca';
  readonly externalId: string;
  readonly createdAtMs: number;
  readonly status: 'active' | 'terminated' | 'released';
  readonly number: string | null;
  /** Whether a number was attached and has been detached. */
  readonly hadNumber: boolean;
  readonly integrations: Readonly<Record<string, { readonly connected: boolean }>>;
  /** The settings, with the persona as it was sent. */
  readonly settings: Settings;
  readonly purge: boolean;
}

export interface Partner {
  readonly partnerId: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly state: 'active' | 'suspended';
  readonly quota: number | undefined;
  readonly apiKey: string;
  readonly secret: string;
  /** Replaces the secret in force at the next valid PUT of the webhook. */
  readonly waitingSecret?: string | undefined;
  readonly webhook?: {
    readonly url: string;
    readonly events: readonly string[];
    readonly createdAt: string;
    readonly updatedAt: string;
  };
  /** Completed uses of idempotency keys. */
  readonly keys: Readonly<
    Record<string, { readonly body: unknown; readonly response: ModelResponse; readonly usedAtMs: number }>
  >;
}

interface Call {
  readonly told: ToldCall;
  readonly tenantId: string;
  readonly storedAtMs: number;
  readonly isDeleted: boolean;
}

/** The position at which a page ended, and its list. */
interface Cursor {
  readonly request: RequestOf<'listLines' | 'listCalls'>;
  readonly tenantId: string;
  readonly apiKey: string;
  readonly after: string;
  readonly givenAtMs: number;
}

/** The whole state in terms of the contract. Immutable: a step returns a new one. */
export interface State {
  readonly nowMs: number;
  readonly partners: Readonly<Record<string, Partner>>;
  readonly lines: Readonly<Record<string, Line>>;
  readonly calls: Readonly<Record<string, Call>>;
  readonly cursors: readonly Cursor[];
}

/** One step of an operation. The step ends the operation with a response, or leaves the rest of the operation. */
export type Step =
  | { readonly state: State; readonly response: ModelResponse }
  | { readonly state: State; readonly rest: Rest };

/** Returns every next step that the contract allows. */
export type Model = (state: State, op: Op | Rest, chosen: Chosen) => readonly Step[];

export const responded = (state: State, status: ModelResponse['status'], body?: unknown): Step[] => [
  { state, response: body === undefined ? { status } : { status, body } },
];

/** Returns a failure that changes nothing. */
export const rejection = (state: State, status: ModelResponse['status'], code?: string, error?: string): Step[] => [
  { state, response: { status, code, error } },
];

/** Returns the failure, which is the same for an unknown line, a released line and a line of another partner. */
export const notDelegatedFailure = (state: State) =>
  rejection(state, 403, undefined, 'Line is not delegated to this partner account');

export const withPartner = (state: State, partner: Partner): State => ({
  ...state,
  partners: { ...state.partners, [partner.partnerId]: partner },
});

export const withLine = (state: State, line: Line): State => ({
  ...state,
  lines: { ...state.lines, [line.tenantId]: line },
});

/** Returns the line if it is delegated to the partner. The line may be active or terminated. */
export function delegatedLine(state: State, partnerId: string, tenantId: string): Line | undefined {
  const line = state.lines[tenantId];
  return line?.partnerId === partnerId && line.status !== 'released' ? line : undefined;
}

export const isoTime = (unixMs: number) => new Date(unixMs).toISOString();
