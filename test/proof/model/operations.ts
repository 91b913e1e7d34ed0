/** Requests of partners and acts of operators as plain data, which the model and the real service both perform. */

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

/** A finished call as the voice platform sends it. */
export type ToldCall = Readonly<Record<string, unknown>> & {
  readonly callId: string;
  readonly summary: string;
  readonly callerNumber?: string;
};

/** A request of the partner API. `RequestOp` names the line beside the request, as HTTP names it in the path. */
export type Request =
  | { readonly do: 'whoami' | 'getLine' | 'getAgent' | 'getWebhook' }
  | { readonly do: 'createLine'; readonly body: LineBody; readonly key?: string | undefined }
  /** `interrupted`: the service crashes between the two steps. */
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

/** An act outside the partner API. */
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

/** An operation of a partner or an operator. */
export type Op = RequestOp | ActOp;

/** The remaining part of an operation with several steps. */
export type Rest =
  | ({ readonly kind: 'admitted'; readonly partnerId: string } & Omit<RequestOp, 'kind'>)
  | ({ readonly kind: 'calls' } & Omit<RequestOp, 'kind'>)
  | { readonly kind: 'unplug'; readonly tenantId: string }
  | { readonly kind: 'release'; readonly tenantId: string; readonly purge: boolean; readonly response: ModelResponse };

/** The response to an operation. The model has an `error` only where the contract fixes the sentence. */
export interface ModelResponse {
  readonly status: number | 'done' | 'refused';
  readonly code?: string | undefined;
  readonly error?: string | undefined;
  readonly body?: unknown;
}

/** Values that the service chooses freely, except cursors, which a run replaces with numbers. */
export interface Chosen {
  tenantId?: string;
  apiKey?: string;
  secret?: string;
}
