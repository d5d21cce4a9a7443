import { inflateSync } from 'node:zlib';

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

  /** Throws for damaged content; pdf.js then recovers as much of it as possible. */
  private *inflated(): Generator<Uint8Array> {
    try {
      yield inflateSync(this.body, { maxOutputLength: MAX_CONTENT_BYTES });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_BUFFER_TOO_LARGE') throw error;
      yield TOO_LARGE;
    }
  }
}
