/** Runs work on all items, a few at a time, and returns the results in order. */
export async function eachOf<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item, n: number) => Promise<Result>,
): Promise<Result[]> {
  const results = new Array<Result>(items.length);
  let next = 0;
  const line = async () => {
    for (let n = next++; n < items.length; n = next++) results[n] = await work(items[n]!, n);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, line));
  return results;
}
