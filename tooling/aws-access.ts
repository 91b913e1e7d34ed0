const NOT_ACCEPTED = [
  'InvalidClientTokenId',
  'UnrecognizedClientException',
  'SignatureDoesNotMatch',
  'InvalidSignatureException',
];

/** The errors of the SDK if it finds no valid credentials. Their message says whether a session has expired. */
const NOT_FOUND = ['CredentialsProviderError', 'TokenProviderError'];

/** Returns one sentence with advice if no region is set, or if the credentials are missing, expired or rejected. */
export function accessProblem({ name, message }: Error): string | undefined {
  if (/region is missing/i.test(message)) return 'No AWS region is set: export AWS_REGION=<such as eu-west-1>.';
  if (name.startsWith('ExpiredToken') || (NOT_FOUND.includes(name) && /\bexpired\b/i.test(message)))
    return 'Your AWS credentials have expired: sign in again with `aws sso login`, or export new ones.';
  if (NOT_FOUND.includes(name))
    return 'No AWS credentials were found: sign in with `aws sso login --profile <yours>` and export AWS_PROFILE=<yours>.';
  if (NOT_ACCEPTED.includes(name))
    return `AWS does not accept your credentials (${name}): sign in again with \`aws sso login\`, or export other credentials.`;
  return undefined;
}
