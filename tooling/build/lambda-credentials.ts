/**
 * Stands in for `@aws-sdk/credential-provider-node` in every bundle. Lambda hands a function its role's credentials in
 * these three variables, so the chain that would also look into profiles, SSO, processes and instance metadata is
 * 130 KB and some 10 ms of start-up for nothing.
 */
export const defaultProvider = () => async () => ({
  accessKeyId: variable('AWS_ACCESS_KEY_ID'),
  secretAccessKey: variable('AWS_SECRET_ACCESS_KEY'),
  sessionToken: process.env['AWS_SESSION_TOKEN'],
  /** In the past: the SDK keeps credentials without an expiry for ever, and then it would not see rotated ones. */
  expiration: new Date(0),
});

function variable(name: string): string {
  const value = process.env[name];
  if (value === undefined)
    throw new Error(`${name} is not set: this bundle finds credentials only where Lambda puts them`);
  return value;
}
