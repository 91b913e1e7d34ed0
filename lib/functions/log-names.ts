/** Returns the prefix of a stage's log groups. Tools load this file quickly, because it does not import CDK. */
export const logGroupPrefix = (stage: string) => `/partner-lines/${stage}`;
