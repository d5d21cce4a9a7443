import { Readable } from 'node:stream';
import { StreamableFile } from '@nestjs/common';
import { UnauthorizedError } from '../../model/errors.js';
import { StalledReaderError } from '../watch/closing.js';

/** Interval of heartbeats, which keep proxies from closing an idle connection. */
const HEARTBEAT_MS = 15_000;
/** Sent at once. */
const PIECE_BYTES = 64 * 1024;
/** A reader that takes nothing for so long is left. */
const STALLED_MS = 30_000;

/** Wire format of an event stream. */
interface StreamDialect {
  readonly contentType: string;
  readonly heartbeat: Buffer;
}

export const NDJSON: StreamDialect = {
  contentType: 'application/x-ndjson; charset=utf-8',
  heartbeat: Buffer.from('\n'),
};

/** @see the HTML standard, "Server-sent events" */
export const EVENT_STREAM: StreamDialect = {
  contentType: 'text/event-stream; charset=utf-8',
  heartbeat: Buffer.from(':\n\n'),
};

/**
 * Sends texts as they become available, at the rate of the reader.
 *
 * @param stop aborted when the reader disconnects; wakes the source of `texts`
 */
export function streamOf(
  texts: AsyncGenerator<Buffer>,
  { contentType, heartbeat }: StreamDialect,
  stop: AbortController,
): StreamableFile {
  const stream: Readable = Readable.from(
    withHeartbeats(texts, heartbeat, () => stream.destroy(new StalledReaderError(STALLED_MS))),
    { objectMode: false, highWaterMark: PIECE_BYTES },
  );
  // the rest of a long text is not for a caller whose key was revoked, nor for one that does not take it
  stop.signal.addEventListener('abort', () => isFinal(stop.signal.reason) && stream.destroy());
  stream.once('close', () => stop.abort());
  return new StreamableFile(stream, { type: contentType })
    .setErrorHandler((_, response) => (response as { destroy?: () => void }).destroy?.())
    .setErrorLogger(() => {}); // readers go away when they like
}

const isFinal = (reason: unknown): boolean =>
  reason instanceof UnauthorizedError || reason instanceof StalledReaderError;

async function* withHeartbeats(
  texts: AsyncGenerator<Buffer>,
  heartbeat: Buffer,
  onStall: () => void,
): AsyncGenerator<Buffer> {
  try {
    yield* inTime([heartbeat], onStall); // the reader learns at once that it is let in
    for (let next = ask(texts); ;) {
      const text = await orHeartbeat(next);
      if (text === null) yield* inTime([heartbeat], onStall);
      else if (text.done) return;
      else {
        yield* inTime(piecesOf(text.value), onStall);
        next = ask(texts);
      }
    }
  } finally {
    void texts.return(undefined);
  }
}

/** Requests the next text. Ignores unhandled errors, as the reader may have disconnected. */
function ask(texts: AsyncGenerator<Buffer>): Promise<IteratorResult<Buffer>> {
  const next = texts.next();
  next.catch(() => {});
  return next;
}

/** Null when nothing came for a while. */
async function orHeartbeat<T>(next: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), HEARTBEAT_MS);
  });
  try {
    return await Promise.race([next, silence]);
  } finally {
    clearTimeout(timer);
  }
}

/** Each piece must be taken in time. */
function* inTime(pieces: Iterable<Buffer>, onStall: () => void): Generator<Buffer> {
  for (const piece of pieces) {
    const timer = setTimeout(onStall, STALLED_MS);
    try {
      yield piece;
    } finally {
      clearTimeout(timer);
    }
  }
}

function* piecesOf(text: Buffer): Generator<Buffer> {
  for (let at = 0; at < text.length; at += PIECE_BYTES) yield text.subarray(at, at + PIECE_BYTES);
}
