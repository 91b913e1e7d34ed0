import type { GatewayResponseType } from './response-types.ts';

interface Details {
  /** For a default type, which has none of its own. */
  readonly status?: number;
  /** What the authorizer said, for `$context.authorizer`. */
  readonly authorizer?: Readonly<Record<string, string>>;
}

/** The gateway responds in the place of an endpoint. */
export class GatewayFailure extends Error {
  readonly type: GatewayResponseType;
  readonly details: Details;

  constructor(type: GatewayResponseType, details: Details = {}) {
    super(type);
    this.type = type;
    this.details = details;
  }
}
