import { Injectable } from '@nestjs/common';
import type { PageOf } from '../model/page.js';
import type { PageFormat, PageRequest } from '../model/page-request.js';
import { PageReader } from '../engine/page-reader.js';
import { PageExtraction } from './extract/page-extraction.js';
import { paymentOf } from './credits-of.js';
import { EventStream, withTimings } from './events/event-stream.js';
import { RunningWork } from './running-work.js';
import { validatePageRequest } from './validate-page-request.js';

/** Reads single pages. */
@Injectable()
export class ScrapeService {
  constructor(
    private readonly reader: PageReader,
    private readonly work: RunningWork,
    private readonly extraction: PageExtraction,
    private readonly events: EventStream,
  ) {}

  /**
   * Fetches one page and computes the requested formats, which determine its type. A response with status 404 or 500 is a page too.
   *
   * @param signal aborts the request; the promise rejects with its reason
   * @throws InvalidRequestError, BlockedAddressError, NotConfiguredError and ExtractionFailedError (only extraction was
   * requested), and the fetch, conversion and availability errors of the pipeline; all are WebExtractErrors
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
    const payment = paymentOf(request);
    const { url, owner } = request;
    const read = (under: AbortSignal) =>
      this.events.follow({ kind: 'scrape', url, owner }, async (run) => {
        const reading = await this.reader.read(request, { signal: under, run });
        const page = await this.extraction.add(reading, request, { startedAt, signal: under, run });
        return withTimings(page as PageOf<Formats>, request, run); // the converter leaves out nothing that was asked for
      });
    return this.work.run(read, signal, payment);
  }
}
