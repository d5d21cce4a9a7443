import type { WorkClock } from '../concurrency/with-deadline.js';
import type { Conversion, FrameResponse } from '../model/page/conversion.js';
import type { PageRequest } from '../model/page/page-request.js';
import type { FetchResponse } from '../ports/fetcher.port.js';
import type { PageUrl } from '../web/url/validate-url.js';
import type { BodyShare } from './body-room.js';
import type { CacheLookup } from './freshness/response-cache.js';
import type { HopGate } from './hop-gate.js';
import type { LoweredTimeout } from './lower-timeout.js';
import type { FormerText, KnownPage, ReadingContext, UnchangedPage } from './page-reading.js';
import type { FinishedPage } from './rendering/page-renderer.js';
import type { PageRun } from './run/page-run.js';

/** A page to read, and the conditions of the reading. */
export interface GivenReading extends LoweredTimeout {
  /** As given, with options that the host does not permit. */
  readonly wish: PageRequest;
  readonly request: PageRequest;
  readonly asked: PageUrl;
  readonly context: ReadingContext & { readonly run: PageRun };
  readonly signal: AbortSignal;
  readonly clock: WorkClock;
  /** The last visit, for pages that are compared. */
  readonly known: KnownPage | null;
  /** Memory for the body of the page. */
  readonly share: BodyShare;
}

/** A page that is being read. Each stage adds a field for the following ones. */
export class ReadingTask {
  /** The stored response; null if there is no cache. */
  cached: CacheLookup | null = null;
  /** Checks before each hop. */
  gate!: HopGate;
  response!: FetchResponse;
  /** Ends the stages. */
  unchanged: UnchangedPage | null = null;
  /** The last visit with the text of this version of the converter. */
  former: FormerText | null = null;
  /** Pages of the frames of the page. */
  frames: readonly FrameResponse[] = [];
  /** Messages about pages that this one leads to. */
  readonly notices: string[] = [];
  /** Of the response as sent. */
  conversion!: Conversion;
  finished!: FinishedPage;

  constructor(readonly given: GivenReading) {}

  /** True if the response is from the cache: nothing is requested, rendered or stored. */
  get isStored(): boolean {
    return this.cached?.kind === 'hit';
  }
}
