import type { CrawlJob } from '../../model/crawl/crawl.js';
import { jsonBuffer } from '../../model/json-in-steps.js';
import type { Page } from '../../model/page/page.js';
import type { JobEvent } from '../../services/crawl/following/job-events.js';
import type { CrawlPresenters } from '../jobs/answers/crawl-presenters.js';
import { jsonChunks } from '../jobs/streams/json-document-stream.js';

const BEFORE_CATCHUP = Buffer.from('{"type":"catchup","data":');
const BEFORE_DOCUMENT = Buffer.from('{"type":"document","data":');
const AFTER = Buffer.from('}');

/** WebSocket messages of a job in one API version. A page is serialized once for all clients. */
export class JobFrames {
  private readonly documents = new WeakMap<Page, Buffer>();

  constructor(private readonly present: CrawlPresenters) {}

  /**
   * Initial state with all documents, in the format of the `GET` response; further documents are read from `events`.
   */
  async *catchup(job: CrawlJob, events: AsyncIterator<JobEvent>): AsyncGenerator<Buffer> {
    yield BEFORE_CATCHUP;
    yield* jsonChunks({
      head: this.present.status(job),
      list: 'data',
      items: this.firstOf(job, events),
    });
    yield AFTER;
  }

  async document(page: Page, job: CrawlJob): Promise<Buffer> {
    const known = this.documents.get(page);
    if (known) return known;
    const text = await jsonBuffer(this.present.page(page, job));
    const frame = Buffer.concat([BEFORE_DOCUMENT, text, AFTER]);
    this.documents.set(page, frame);
    return frame;
  }

  /** The page alone. */
  async page(page: Page, job: CrawlJob): Promise<Buffer> {
    return (await this.document(page, job)).subarray(BEFORE_DOCUMENT.length, -AFTER.length);
  }

  private async *firstOf(job: CrawlJob, events: AsyncIterator<JobEvent>): AsyncGenerator<Buffer> {
    for (let count = 0; count < job.counters.pages; count++) {
      const { value, done } = await events.next();
      if (done || value.type !== 'page') return; // it has expired
      yield await this.page(value.page, job);
    }
  }
}
