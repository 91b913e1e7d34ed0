/** What an endpoint answers; headers that every answer carries are added by the chain. */
export interface ApiResponse {
  readonly status: number;
  /** JSON text goes out as it is: an answer that was stored is repeated byte for byte. */
  readonly body: object | string;
  readonly headers?: Readonly<Record<string, string>>;
}

export const ok = (body: object): ApiResponse => ({ status: 200, body });
export const created = (body: ApiResponse['body'], headers: ApiResponse['headers'] = {}): ApiResponse => ({
  status: 201,
  body,
  headers,
});
