import { inflateSync } from 'node:zlib';

/** A page's content that is larger once decompressed cannot be read in the time that a page may take. */
const MAX_CONTENT_BYTES = 32 * 1024 * 1024;
/** What stands in place of content that is too large: marked content with this tag, which pdf.js passes on. */
export const TOO_LARGE_TAG = 'ContentTooLarge';
const TOO_LARGE = new TextEncoder().encode(`/${TOO_LARGE_TAG} BMC EMC`);

/**
 * What pdf.js decompresses content with, in place of the web's `DecompressionStream`.
 *
 * That one has no bound: a page of one kilobyte grew to a gigabyte in pieces of 16 kB, which the allocator did not give back. Nor
 * is it cheap: its queues take more time than the decompression of most pages.
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

  /** @throws TypeError for other formats: pdf.js then takes a way of its own */
  constructor(format: string) {
    if (format !== 'deflate') throw new TypeError(`${format} is not decompressed here`);
  }

  /** Damaged content throws: pdf.js then reads what it can get of it. */
  private *inflated(): Generator<Uint8Array> {
    try {
      yield inflateSync(this.body, { maxOutputLength: MAX_CONTENT_BYTES });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_BUFFER_TOO_LARGE') throw error;
      yield TOO_LARGE;
    }
  }
}
