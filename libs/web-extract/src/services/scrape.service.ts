import { Injectable } from '@nestjs/common';
import { NotConfiguredError } from '../model/errors.js';
import type { Page } from '../model/page.js';
import type { PageRequest } from '../model/page-request.js';
import { PageReader } from '../engine/page-reader.js';
import { RunningWork } from './running-work.js';
import { validateExtraction } from './validate-extraction.js';
import { validatePageRequest } from './validate-page-request.js';

const NO_MODEL = 'LLM extraction is not configured';

/** Reads single pages. */
@Injectable()
export class ScrapeService {
  constructor(
    private readonly reader: PageReader,
    private readonly work: RunningWork,
  ) {}

  /**
   * Fetches one page and computes the formats asked for. A site answering 404 or 500 is a page too.
   *
   * @param signal ends the work at once; the promise rejects with its reason
   * @throws InvalidRequestError, BlockedAddressError, NotConfiguredError (extraction is all that was asked for), and the
   * Fetch…, Conversion… and Unavailable errors of the road; all are WebExtractErrors
   */
  async scrape(request: PageRequest, signal?: AbortSignal): Promise<Page> {
    validatePageRequest(request);
    await validateExtraction(request.extraction);
    this.reader.admit(request.url);
    if (request.extraction?.onFailure === 'fail') throw new NotConfiguredError(NO_MODEL);
    const { page } = await this.work.run((under) => this.reader.read(request, { signal: under }), signal);
    return request.extraction ? { ...page, warnings: [...page.warnings, NO_MODEL] } : page;
  }
}
