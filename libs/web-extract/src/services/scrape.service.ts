import { Injectable } from '@nestjs/common';
import type { Page, PageOf } from '../model/page.js';
import type { PageFormat, PageRequest } from '../model/page-request.js';
import { PageReader } from '../engine/page-reader.js';
import { PageExtraction } from './extract/page-extraction.js';
import { costOfPage } from './credits-of.js';
import { RunningWork } from './running-work.js';
import { validatePageRequest } from './validate-page-request.js';

/** Reads single pages. */
@Injectable()
export class ScrapeService {
  constructor(
    private readonly reader: PageReader,
    private readonly work: RunningWork,
    private readonly extraction: PageExtraction,
  ) {}

  /**
   * Fetches one page and computes the formats asked for; its type follows them. A site answering 404 or 500 is a page too.
   *
   * @param signal ends the work at once; the promise rejects with its reason
   * @throws InvalidRequestError, BlockedAddressError, NotConfiguredError and ExtractionFailedError (extraction is all that was
   * asked for), and the Fetch…, Conversion… and Unavailable errors of the road; all are WebExtractErrors
   */
  async scrape<const Formats extends readonly PageFormat[] = readonly ['markdown']>(
    request: PageRequest & { readonly formats?: Formats },
    signal?: AbortSignal,
  ): Promise<PageOf<Formats>> {
    validatePageRequest(request);
    await this.extraction.validate(request.extraction, request.owner);
    this.reader.admit(request.url);
    this.extraction.admit(request);
    const startedAt = performance.now();
    const payment = { owner: request.owner, costOf: (page: Page) => costOfPage(page, request.maxPages) };
    const read = async (under: AbortSignal) => {
      const reading = await this.reader.read(request, { signal: under });
      const page = await this.extraction.add(reading, request, { startedAt, signal: under });
      return page as PageOf<Formats>; // the converter leaves out nothing that was asked for
    };
    return this.work.run(read, signal, payment);
  }
}
