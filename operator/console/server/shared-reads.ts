/** How long a response is kept, as a share of the interval at which pages repeat the read. */
export const KEPT_SHARE = { local: 1 / 4, stack: 1 / 2 } as const;

/** Lets tabs and pages that read the same data at about the same time share one request to the service. */
export function sharedReads<Value>(nowMs: () => number = () => performance.now()) {
  const known = new Map<string, { readonly untilMs: number; readonly response: Promise<Value> }>();
  return {
    /**
     * Returns the response that is kept for the key, or else sends the request. A response is kept for `forMs`; a
     * failure is not kept.
     */
    get(key: string, forMs: number, request: () => Promise<Value>): Promise<Value> {
      for (const [other, { untilMs }] of known) if (untilMs <= nowMs()) known.delete(other);
      const found = known.get(key);
      if (found) return found.response;
      const response = request();
      known.set(key, { untilMs: nowMs() + forMs, response });
      response.catch(() => known.get(key)?.response === response && known.delete(key));
      return response;
    },
    /** Drops all kept responses. Needed after a change of the data. */
    forget: () => known.clear(),
  };
}
