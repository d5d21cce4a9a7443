/** Longest time for which a reader may take nothing. */
export const UNREAD_MS = 60_000;

/**
 * Passes chunks on and calls `onStalled` when a chunk was passed on and the next one is not requested in time. A client that stops reading
 * would otherwise hold what the chunks are made from until it closes its connection.
 */
export async function* whileRead(
  chunks: AsyncIterable<Buffer>,
  onStalled: () => void,
): AsyncGenerator<Buffer> {
  let timer: NodeJS.Timeout | undefined;
  try {
    for await (const chunk of chunks) {
      timer = setTimeout(onStalled, UNREAD_MS);
      yield chunk;
      clearTimeout(timer);
    }
  } finally {
    clearTimeout(timer);
  }
}
