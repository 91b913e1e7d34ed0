import type { Chosen, ModelResponse, Op, RequestOf, Rest, Settings, ToldCall } from './operations.ts';

/** Contract, "Line status". Terminated: the delegation is not yet released. */
export interface Line {
  readonly tenantId: string;
  readonly partnerId: string;
  readonly name: string;
  readonly region: 'kr' | 'ca';
  readonly externalId: string;
  readonly createdAtMs: number;
  readonly status: 'active' | 'terminated' | 'released';
  readonly number: string | null;
  /** A number was attached once and has been released. */
  readonly hadNumber: boolean;
  readonly integrations: Readonly<Record<string, { readonly connected: boolean }>>;
  /** With the persona as it was sent. */
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
  /** Takes the place of the one in force with the next valid PUT of the webhook. */
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

/** Where a list was left, and which list that was. */
interface Cursor {
  readonly request: RequestOf<'listLines' | 'listCalls'>;
  readonly tenantId: string;
  readonly apiKey: string;
  readonly after: string;
  readonly givenAtMs: number;
}

/** Everything there is, as the contract knows it. Never changed, only replaced. */
export interface State {
  readonly nowMs: number;
  readonly partners: Readonly<Record<string, Partner>>;
  readonly lines: Readonly<Record<string, Line>>;
  readonly calls: Readonly<Record<string, Call>>;
  readonly cursors: readonly Cursor[];
}

/** One moment of an operation: it ends with an answer, or something is left to do. */
export type Step =
  | { readonly state: State; readonly response: ModelResponse }
  | { readonly state: State; readonly rest: Rest };

/** All that the contract allows to happen next. */
export type Model = (state: State, op: Op | Rest, chosen: Chosen) => readonly Step[];

export const responded = (state: State, status: ModelResponse['status'], body?: unknown): Step[] => [
  { state, response: body === undefined ? { status } : { status, body } },
];

/** Nothing has changed. */
export const rejection = (state: State, status: ModelResponse['status'], code?: string, error?: string): Step[] => [
  { state, response: { status, code, error } },
];

/** The same sentence whether the line is another's, was released or never was. */
export const notDelegated = (state: State) =>
  rejection(state, 403, undefined, 'Line is not delegated to this partner account');

export const withPartner = (state: State, partner: Partner): State => ({
  ...state,
  partners: { ...state.partners, [partner.partnerId]: partner },
});

export const withLine = (state: State, line: Line): State => ({
  ...state,
  lines: { ...state.lines, [line.tenantId]: line },
});

/** The line if it is delegated to the partner, in whatever state. */
export function delegatedLine(state: State, partnerId: string, tenantId: string): Line | undefined {
  const line = state.lines[tenantId];
  return line?.partnerId === partnerId && line.status !== 'released' ? line : undefined;
}

export const isoTime = (unixMs: number) => new Date(unixMs).toISOString();
