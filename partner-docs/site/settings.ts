/** What the pages, `openapi.json` and the packages say about the service. They leave out what is not set. */
export interface SiteSettings {
  /** Where the pages are, without a slash at the end. */
  readonly docsUrl?: string | undefined;
  readonly baseUrl?: string | undefined;
  /** The base URL of a stage for tests. */
  readonly testBaseUrl?: string | undefined;
  /** The name of the company that runs the service. */
  readonly company?: string | undefined;
  /** An email address, or the address of a page. */
  readonly support?: string | undefined;
  readonly statusPage?: string | undefined;
  readonly terms?: string | undefined;
  readonly callsDays?: number | undefined;
}

/** Whether an address of support is an email address. */
export const isEmail = (support: string): boolean => !support.includes('://');
