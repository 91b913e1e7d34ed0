type Fetch = typeof globalThis.fetch;

/** A `fetch` that compares the clock of this machine with the header `Date` of each response. */
export function clockComparison(nowMs: () => number): { readonly fetch: Fetch; readonly aheadMs: () => number } {
  let aheadMs = 0;
  return {
    async fetch(...request) {
      const response = await globalThis.fetch(...request);
      const serverMs = Date.parse(response.headers.get('Date') ?? '');
      if (Number.isFinite(serverMs)) aheadMs = nowMs() - serverMs;
      return response;
    },
    /** How far this machine's clock is ahead of the service's. Negative if it is behind. */
    aheadMs: () => aheadMs,
  };
}
