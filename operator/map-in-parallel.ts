/**
 * How many requests to the table run at the same time. If connections break, the SDK retries the requests. A client can
 * retry only 35 at the same time: each retry takes 14 of its 500 retry tokens. All requests to the local service use
 * one proxy and one engine, so all can break at the same time. On AWS, requests go to many hosts.
 */
export const MOST_REQUESTS_AT_A_TIME = 32;

/** Does the work for each item, for at most `atMost` items at a time. Returns the results in the order of the items. */
export async function mapInParallel<Item, Result>(
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
