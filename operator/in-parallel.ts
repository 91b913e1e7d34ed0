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
