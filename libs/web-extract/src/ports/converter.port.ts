import type { Conversion, ConversionRequest } from '../model/page/conversion.js';

/** Whose turn a conversion takes where conversions wait for others. */
export interface ConversionTurn {
  /** The host's own when absent. */
  readonly owner?: string;
  /** Pages of an owner's crawls yield to its single scrapes; `scrape` when absent. */
  readonly priority?: 'scrape' | 'crawl';
}

/** Turns bytes into page content without ever blocking the event loop of the host. */
export abstract class Converter {
  /**
   * Conversions that wait are served in turns by owner: however long those of one take, the page of another is converted.
   * @throws UnsupportedContentError, ConversionFailedError (deadline, memory), UnavailableError (queue full)
   */
  abstract convert(
    request: ConversionRequest,
    signal?: AbortSignal,
    turn?: ConversionTurn,
  ): Promise<Conversion>;
}
