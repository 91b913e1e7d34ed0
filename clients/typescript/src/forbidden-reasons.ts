/** Generated from the sentences of the contract by `npm run generate`. */

export const FORBIDDEN_REASONS = {
  'Partner account is not active': 'partner_inactive',
  'Insufficient scope: tenants required': 'missing_scope',
  'Insufficient scope: config required': 'missing_scope',
  'Insufficient scope: calls required': 'missing_scope',
  'Insufficient scope: webhooks required': 'missing_scope',
  'Line is not delegated to this partner account': 'line_not_accessible',
  'The request was refused': 'request_blocked',
} as const;
