/** The scopes that a key can have. `whoami` needs none. */
export const SCOPES = ['tenants', 'config', 'calls', 'webhooks'] as const;
export type Scope = (typeof SCOPES)[number];
