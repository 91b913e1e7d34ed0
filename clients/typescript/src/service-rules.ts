/** Generated from the rules of the service by `npm run generate`. */

/** The most items that the API returns in a page. With this page size, a list takes the fewest requests. */
export const LARGEST_PAGE = 200;

/** The window of the rate limit, in milliseconds. */
export const RATE_WINDOW_MS = 300000;

/** How long after its `startedAt` a call can still enter the list, behind newer calls. See the API's guide, "Pagination". */
export const CALLS_OVERLAP_MS = 60000;
