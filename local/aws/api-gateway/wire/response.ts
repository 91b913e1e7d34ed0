/** A response to the client, made by an endpoint or by the gateway. A header may occur more than once. */
export interface WireResponse {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}
