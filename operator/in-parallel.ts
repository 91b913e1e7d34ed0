/**
 * Use this limit for requests to the table. If a connection breaks, the SDK sends the request again. But one client
 * sends only 35 requests again at the same time: each takes 14 of its 500 retry tokens. All requests to the local
 * service pass one relay and one engine, so all of them can break at the same time. On AWS, they reach many hosts.
 */
export const MOST_REQUESTS_AT_A_TIME = 32;

/** Returns the results of `work` in the order of the items. At most `atMost` calls run at a time. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  atMost: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results = new Array<Result>(items.length);
  const queue = items.entries();
  const worker = async () => {
    for (const [index, item] of queue) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(atMost, items.length) }, worker));
  return results;
}
