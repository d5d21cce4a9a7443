import type { Conversion, ConversionRequest } from '../model/conversion.js';

/** Turns bytes into page content without ever blocking the event loop of the host. */
export abstract class Converter {
  /**
   * @param priority `page` work of a crawl yields to single scrapes
   * @throws UnsupportedContentError, ConversionFailedError (deadline, memory), UnavailableError (queue full)
   */
  abstract convert(
    request: ConversionRequest,
    signal?: AbortSignal,
    priority?: 'scrape' | 'crawl',
  ): Promise<Conversion>;
}
