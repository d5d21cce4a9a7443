import { constants, inflateSync } from 'node:zlib';

/** Maximum size of decompressed page content in bytes; more cannot be read in the time limit of a page. */
const MAX_CONTENT_BYTES = 32 * 1024 * 1024;
/** Replaces content that is too large: pdf.js passes marked content with this tag on. */
export const TOO_LARGE_TAG = 'ContentTooLarge';
const TOO_LARGE = new TextEncoder().encode(`/${TOO_LARGE_TAG} BMC EMC`);

/**
 * Decompression of content for pdf.js, instead of the global `DecompressionStream`.
 *
 * `DecompressionStream` has no output limit: a page of one kilobyte grew to a gigabyte in chunks of 16 kB, which the
 * allocator did not release. Its queues also take more time than the decompression of most pages.
 */
export class ContentInflate {
  private body: Uint8Array = new Uint8Array();

  readonly writable = {
    getWriter: () => ({
      ready: Promise.resolve(),
      write: (body: Uint8Array) => {
        this.body = body;
        return Promise.resolve();
      },
      close: () => Promise.resolve(),
    }),
  };

  readonly readable: Iterable<Uint8Array> = { [Symbol.iterator]: () => this.inflated() };

  /** @throws TypeError for other formats, for which pdf.js uses its own decoder */
  constructor(format: string) {
    if (format !== 'deflate') throw new TypeError(`${format} is not decompressed here`);
  }

  /** Damaged content is decompressed up to the damage. */
  private *inflated(): Generator<Uint8Array> {
    try {
      yield inflateSync(this.body, { maxOutputLength: MAX_CONTENT_BYTES });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') yield TOO_LARGE;
      else {
        const begin = beginOf(this.body);
        if (begin.length === 0) throw error;
        damage.streams++;
        yield begin;
      }
    }
  }
}

/** Number of damaged streams of which the begin was read, of all documents of the thread. */
export const damage = { streams: 0 };

/** Larger damaged streams are left to pdf.js: each step of the search decompresses the begin again. */
const MAX_DAMAGED_BYTES = 1024 * 1024;
const MAX_DAMAGED_CONTENT_BYTES = 4 * 1024 * 1024;

/** The content before the damage: the longest part from the begin that can be decompressed, found by halving. */
function beginOf(body: Uint8Array): Uint8Array {
  let content: Uint8Array = new Uint8Array();
  if (body.length > MAX_DAMAGED_BYTES) return content;
  let [good, bad] = [0, body.length + 1];
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    const found = inflatedBegin(body.subarray(0, middle));
    if (found) [good, content] = [middle, found];
    else bad = middle;
  }
  return content;
}

function inflatedBegin(body: Uint8Array): Uint8Array | null {
  try {
    return inflateSync(body, {
      maxOutputLength: MAX_DAMAGED_CONTENT_BYTES,
      finishFlush: constants.Z_SYNC_FLUSH,
    });
  } catch {
    return null; // the damage is within
  }
}
