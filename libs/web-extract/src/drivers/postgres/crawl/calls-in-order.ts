/** A call that has no answer by then delays others no longer. */
const PATIENCE_MS = 1_000;

/**
 * Calls of this process about the same thing take effect in the order in which they were made, though their statements may run on several
 * connections.
 */
export class CallsInOrder {
  private readonly last = new Map<string, Promise<unknown>>();

  async run<T>(key: string, call: () => Promise<T>): Promise<T> {
    const before = this.last.get(key);
    const result = before ? settledSoon(before).then(call) : call();
    this.last.set(key, result);
    try {
      return await result;
    } finally {
      if (this.last.get(key) === result) this.last.delete(key);
    }
  }
}

function settledSoon(promise: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, PATIENCE_MS);
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    promise.then(end, end);
  });
}
