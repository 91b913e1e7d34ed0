/**
 * Calls `ask` until it returns a result, for up to three minutes by default. A test waits for an event, not for a time.
 */
export async function until<T>(
  ask: () => T | undefined | false | Promise<T | undefined | false>,
  seconds = 180,
): Promise<T> {
  const endMs = Date.now() + seconds * 1_000;
  while (Date.now() < endMs) {
    const response = await ask();
    if (response !== undefined && response !== false) return response;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`Not within ${seconds} seconds: ${ask}`);
}
