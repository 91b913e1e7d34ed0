/** The settings of the pages, `openapi.json` and the packages. Settings without a value are left out. */
export interface SiteSettings {
  /** The URL of the documentation pages, without a slash at the end. */
  readonly docsUrl?: string | undefined;
  readonly baseUrl?: string | undefined;
  /** The base URL of a stage for tests. */
  readonly testBaseUrl?: string | undefined;
  /** The name of the company that runs the service. */
  readonly company?: string | undefined;
  /** Where partners get support: an email address, or the address of a page. */
  readonly support?: string | undefined;
  readonly statusPage?: string | undefined;
  readonly terms?: string | undefined;
  readonly callsDays?: number | undefined;
}

/** Reports whether the setting `support` is an email address. */
export const isEmail = (support: string): boolean => !support.includes('://');
