/** Without CDK in this file, tools can load it quickly. */
export const logGroupPrefix = (stage: string) => `/partner-lines/${stage}`;
