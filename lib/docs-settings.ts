import * as z from 'zod';

/** An https URL without a slash at the end, because paths are added to it. */
const webAddress = z.url({ protocol: /^https$/ }).regex(/[^/]$/, 'must not end with a slash');

/**
 * What the pages for partners, `openapi.json` and the packages of a stage say about the service. Settings that are
 * absent are left out. See docs/deploy.md, "Pages for partners".
 */
export const docsSettings = z.strictObject({
  /** The URL of the pages. Partners install the packages from there. */
  docsUrl: webAddress.optional(),
  /** The base URL of the API. Without it, the pages name the custom domain of the stage, if it has one. */
  baseUrl: webAddress.optional(),
  /** The base URL of the stage that partners can use for tests. */
  testBaseUrl: webAddress.optional(),
  /** The name of the company that runs the service. */
  company: z.string().min(1).optional(),
  /** Where partners get support: an email address or the address of a page. */
  support: z.union([z.email(), webAddress]).optional(),
  statusPage: webAddress.optional(),
  terms: webAddress.optional(),
});
