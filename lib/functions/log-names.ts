/** Everything of a stage logs under this name. Without CDK, so that tools can load it quickly. */
export const logGroupPrefix = (stage: string) => `/partner-lines/${stage}`;
