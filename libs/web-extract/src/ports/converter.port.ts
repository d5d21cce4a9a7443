import type { Conversion, ConversionRequest } from '../model/page/conversion.js';

/** Queue position of a conversion. */
export interface ConversionTurn {
  /** @default the owner of the host */
  readonly owner?: string;
  /** An owner's crawl pages yield to its single scrapes. @default 'scrape' */
  readonly priority?: 'scrape' | 'crawl';
}

/** Converts bytes to page content without blocking the event loop of the host. */
export abstract class Converter {
  /**
   * Queued conversions are scheduled fairly between owners: long conversions of one owner do not block the
   * pages of another.
   * @throws UnsupportedContentError, ConversionFailedError (deadline, memory), UnavailableError (queue full)
   */
  abstract convert(
    request: ConversionRequest,
    signal?: AbortSignal,
    turn?: ConversionTurn,
  ): Promise<Conversion>;
}
