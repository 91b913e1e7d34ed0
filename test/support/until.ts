/** Waits until `ask` returns a result, so that tests wait for events and not for times. */
export async function until<T>(
  ask: () => T | undefined | false | Promise<T | undefined | false>,
  seconds = 180,
): Promise<T> {
  const startMs = Date.now();
  for (let waitedMs = 0; waitedMs < seconds * 1_000; waitedMs = Date.now() - startMs) {
    const response = await ask();
    if (response !== undefined && response !== false) return response;
    // The pause grows, because a test that has waited long can wait a little longer, and each call costs CPU time.
    await new Promise((resolve) => setTimeout(resolve, Math.min(25 + waitedMs / 10, 500)));
  }
  throw new Error(`Not within ${seconds} seconds: ${ask}`);
}
