/** The items of an asynchronous source, each turned into something else as it comes. */
export async function* mapAsync<T, R>(items: AsyncIterable<T>, turn: (item: T) => R): AsyncGenerator<R> {
  for await (const item of items) yield turn(item);
}
