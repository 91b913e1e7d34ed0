/** What an endpoint answers; headers that every answer carries are added by the chain. */
export interface Reply {
  readonly status: number;
  readonly body: object;
  readonly headers?: Readonly<Record<string, string>>;
}

export const ok = (body: object): Reply => ({ status: 200, body });
export const created = (body: object, headers: Reply['headers'] = {}): Reply => ({ status: 201, body, headers });
