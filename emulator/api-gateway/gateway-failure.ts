import type { GatewayResponseType } from './response-types.ts';

interface Details {
  /** Overrides the status of the type. */
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
