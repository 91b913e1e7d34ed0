/** What a key may be allowed to do. `whoami` needs none of them. */
export const SCOPES = ['tenants', 'config', 'calls', 'webhooks'] as const;
export type Scope = (typeof SCOPES)[number];

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  /** Folder under functions/, one Lambda each. */
  readonly action: string;
  readonly scope: Scope | null;
}

/** The whole HTTP surface. Stack, local service, OpenAPI and the tests of what every endpoint owes are built from it. */
export const ROUTES = [
  { method: 'GET', path: '/v1/whoami', action: 'whoami', scope: null },
  { method: 'GET', path: '/v1/tenants', action: 'list-tenants', scope: 'tenants' },
  { method: 'POST', path: '/v1/tenants', action: 'create-tenant', scope: 'tenants' },
  { method: 'GET', path: '/v1/tenants/{customerId}', action: 'get-tenant', scope: 'tenants' },
  { method: 'DELETE', path: '/v1/tenants/{customerId}', action: 'terminate-tenant', scope: 'tenants' },
  { method: 'GET', path: '/v1/tenants/{customerId}/agent', action: 'get-agent', scope: 'config' },
  { method: 'PUT', path: '/v1/tenants/{customerId}/agent', action: 'update-agent', scope: 'config' },
  { method: 'GET', path: '/v1/tenants/{customerId}/calls', action: 'list-calls', scope: 'calls' },
  { method: 'GET', path: '/v1/webhooks', action: 'get-webhook', scope: 'webhooks' },
  { method: 'PUT', path: '/v1/webhooks', action: 'put-webhook', scope: 'webhooks' },
] as const satisfies readonly Route[];

export type Action = (typeof ROUTES)[number]['action'];
