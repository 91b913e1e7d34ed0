/** The scopes that a key can have. `whoami` needs none. */
export const SCOPES = ['tenants', 'config', 'calls', 'webhooks'] as const;
export type Scope = (typeof SCOPES)[number];

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  /** The name of the endpoint's folder under functions/. Each folder has its own Lambda. */
  readonly action: string;
  readonly scope: Scope | null;
}

/** All endpoints. The stack and the OpenAPI document are built from this list, and tests use it. */
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

export function routeOf(action: Action): Route {
  const route = ROUTES.find((candidate) => candidate.action === action);
  if (!route) throw new Error(`ROUTES has no route for the action ${action}`);
  return route;
}
