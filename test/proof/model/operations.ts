/** What partners ask for and operators do, as plain data: the model carries it out, and so does the real service. */

export type Settings = Readonly<Record<string, unknown>> & {
  readonly persona?: string;
  readonly summaryRecipients?: readonly unknown[];
};

export interface LineBody {
  readonly name: string;
  readonly region: 'kr' | 'ca';
  readonly externalId: string;
  readonly agent?: Settings;
}

/** A finished call as the voice platform tells it. */
export type ToldCall = Readonly<Record<string, unknown>> & {
  readonly callId: string;
  readonly summary: string;
  readonly callerNumber?: string;
};

/** A request of the partner API. Which line it is about stands beside it, as in the path. */
export type Request =
  | { readonly do: 'whoami' | 'getLine' | 'getAgent' | 'getWebhook' }
  | { readonly do: 'createLine'; readonly body: LineBody; readonly key?: string | undefined }
  /** Interrupted: the service dies between the two steps. */
  | { readonly do: 'terminate'; readonly purge: boolean; readonly interrupted?: boolean }
  | { readonly do: 'listLines'; readonly limit: number; readonly cursor?: number | undefined }
  | {
      readonly do: 'listCalls';
      readonly limit: number;
      readonly since?: number | undefined;
      readonly cursor?: number | undefined;
    }
  | { readonly do: 'putAgent'; readonly patch: Settings }
  | { readonly do: 'putWebhook'; readonly url: string; readonly events?: readonly string[] };

export type RequestOf<Name extends Request['do']> = Extract<Request, { readonly do: Name }>;

/** What happens outside the partner API. */
export type Act =
  | { readonly do: 'releaseNumber' | 'rotateKey' | 'rotateSecret' }
  | { readonly do: 'attachNumber'; readonly number: string }
  | { readonly do: 'connectStore'; readonly connected: boolean }
  | { readonly do: 'recordCall'; readonly call: ToldCall }
  | { readonly do: 'deleteCall'; readonly callId: string }
  | { readonly do: 'setState'; readonly to: 'active' | 'suspended' }
  | { readonly do: 'advanceClock'; readonly byMs: number };

export interface RequestOp {
  readonly kind: 'request';
  readonly apiKey: string;
  readonly tenantId: string;
  readonly request: Request;
}

export interface ActOp {
  readonly kind: 'act';
  readonly partnerId: string;
  readonly tenantId: string;
  readonly act: Act;
}

/** What somebody begins. */
export type Op = RequestOp | ActOp;

/** What is left of something that takes more than one moment. */
export type Rest =
  | ({ readonly kind: 'admitted'; readonly partnerId: string } & Omit<RequestOp, 'kind'>)
  | ({ readonly kind: 'calls' } & Omit<RequestOp, 'kind'>)
  | { readonly kind: 'unplug'; readonly tenantId: string }
  | { readonly kind: 'release'; readonly tenantId: string; readonly purge: boolean; readonly response: ModelResponse };

/** What came of it. The model gives an `error` only where the contract fixes the sentence. */
export interface ModelResponse {
  readonly status: number | 'done' | 'refused';
  readonly code?: string | undefined;
  readonly error?: string | undefined;
  readonly body?: unknown;
}

/** What the service may choose as it likes; cursors are chosen by it too, and are known by the order in which they came. */
export interface Chosen {
  tenantId?: string;
  apiKey?: string;
  secret?: string;
}
