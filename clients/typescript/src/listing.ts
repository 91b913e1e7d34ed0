/** A list that requests its pages one by one while you iterate over it. A second iteration requests all pages again. */
export interface Listing<Page, Item> extends AsyncIterable<Item> {
  /** Yields the pages of the list. */
  pages(): AsyncGenerator<Page, void, undefined>;
}

export function listing<Page extends { readonly nextCursor: string | null }, Item>(
  read: (cursor: string | undefined) => Promise<Page>,
  itemsOf: (page: Page) => readonly Item[],
): Listing<Page, Item> {
  async function* pages(): AsyncGenerator<Page, void, undefined> {
    for (let cursor: string | undefined; ; ) {
      const page = await read(cursor);
      yield page;
      if (page.nextCursor === null) return;
      cursor = page.nextCursor;
    }
  }
  return {
    pages,
    async *[Symbol.asyncIterator]() {
      for await (const page of pages()) yield* itemsOf(page);
    },
  };
}
