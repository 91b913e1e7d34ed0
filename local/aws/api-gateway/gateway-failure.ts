import type { GatewayResponseType } from './response-types.ts';

interface Details {
  /** Replaces the default status of the failure's type. */
  readonly status?: number;
  /** The context from the authorizer, for `$context.authorizer`. */
  readonly authorizer?: Readonly<Record<string, string>>;
}

/** Thrown when the gateway responds in place of an endpoint. */
export class GatewayFailure extends Error {
  readonly type: GatewayResponseType;
  readonly details: Details;

  constructor(type: GatewayResponseType, details: Details = {}) {
    super(type);
    this.type = type;
    this.details = details;
  }
}
