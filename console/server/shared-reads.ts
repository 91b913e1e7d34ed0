/** Lets the tabs and pages that ask the same thing at about the same time share one request to the service. */
export function sharedReads<Value>(nowMs: () => number = () => performance.now()) {
  const known = new Map<string, { readonly untilMs: number; readonly response: Promise<Value> }>();
  return {
    /** Returns the response that is known, or asks. A response is known for `forMs`; a failure is not kept. */
    get(question: string, forMs: number, ask: () => Promise<Value>): Promise<Value> {
      for (const [other, { untilMs }] of known) if (untilMs <= nowMs()) known.delete(other);
      const found = known.get(question);
      if (found) return found.response;
      const response = ask();
      known.set(question, { untilMs: nowMs() + forMs, response });
      response.catch(() => known.get(question)?.response === response && known.delete(question));
      return response;
    },
    /** Forgets everything, because something has changed. */
    forget: () => known.clear(),
  };
}
