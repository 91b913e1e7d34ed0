/** The response of an endpoint. `responseMiddleware` adds the headers that every response has. */
export interface ApiResponse {
  readonly status: number;
  /** The body of the response. JSON text is sent unchanged, so that a retry gets the stored response byte for byte. */
  readonly body: object | string;
  readonly headers?: Readonly<Record<string, string>>;
}

export const okResponse = (body: object): ApiResponse => ({ status: 200, body });
export const createdResponse = (body: ApiResponse['body'], headers: ApiResponse['headers'] = {}): ApiResponse => ({
  status: 201,
  body,
  headers,
});
