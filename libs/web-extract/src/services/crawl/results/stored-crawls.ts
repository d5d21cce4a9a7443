import { Injectable } from '@nestjs/common';
import type { CrawlJob } from '../../../model/crawl/crawl.js';
import { CrawlStore } from '../../../ports/stores/crawl-store.port.js';
import type { ResultsRange, StoredResults } from '../../../ports/stores/result-store.port.js';
import { exportOf, type ExportWriting } from '../../export/crawl-export.js';
import { ExportPlaces } from '../../export/export-places.js';

/** The pages of crawls as they are stored, for answers that send the stored bytes. The caller has found the crawl. */
@Injectable()
export class StoredCrawls {
  private readonly exports = new ExportPlaces();

  constructor(private readonly store: CrawlStore) {}

  /** Returns finished pages in order of completion, encoded for `answerOf`. */
  pages({ id }: CrawlJob, range: ResultsRange): Promise<StoredResults> {
    return this.store.results.storedPages(id, range);
  }

  /**
   * Exports the finished pages in order of completion, in parts of a stream. At most two exports of an owner run at the same time.
   * @throws RateLimitedError, UnavailableError while it is read
   */
  export(job: CrawlJob, writing: ExportWriting): AsyncGenerator<Buffer> {
    return this.exports.within(job.owner, () => exportOf(this.store.results, job, writing));
  }
}
