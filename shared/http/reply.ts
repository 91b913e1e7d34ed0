/** What an endpoint answers; headers that every answer carries are added by the chain. */
export interface Reply {
  readonly status: number;
  /** JSON text goes out as it is: an answer that was stored is repeated byte for byte. */
  readonly body: object | string;
  readonly headers?: Readonly<Record<string, string>>;
}

export const ok = (body: object): Reply => ({ status: 200, body });
export const created = (body: Reply['body'], headers: Reply['headers'] = {}): Reply => ({ status: 201, body, headers });
