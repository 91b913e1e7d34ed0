/**
 * Returns the prefix of the names of all log groups of a stage. This file does not use CDK, so that tools can load it
 * quickly.
 */
export const logGroupPrefix = (stage: string) => `/partner-lines/${stage}`;
