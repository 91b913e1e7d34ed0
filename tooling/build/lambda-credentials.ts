/**
 * Replaces `@aws-sdk/credential-provider-node` in the bundles. Lambda passes the credentials of a function's role in
 * three environment variables, which this module reads. The SDK's module also supports profiles, SSO, processes and
 * instance metadata, but needs about 140 KB, and 10 ms at start-up.
 */
export const defaultProvider = () => async () => ({
  accessKeyId: requireVariable('AWS_ACCESS_KEY_ID'),
  secretAccessKey: requireVariable('AWS_SECRET_ACCESS_KEY'),
  sessionToken: process.env['AWS_SESSION_TOKEN'],
  /**
   * A time in the past, so that the SDK reads the variables for each request. Without a time, the SDK would keep the
   * first credentials, also after their expiry.
   */
  expiration: new Date(0),
});

function requireVariable(name: string): string {
  const value = process.env[name];
  if (value === undefined)
    throw new Error(`${name} is not set: this bundle reads credentials only from the variables that Lambda sets`);
  return value;
}
