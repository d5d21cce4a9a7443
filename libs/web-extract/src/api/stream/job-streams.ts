import { Injectable, type BeforeApplicationShutdown, type StreamableFile } from '@nestjs/common';
import type { CrawlJob } from '../../model/crawl/crawl.js';
import { CrawlService } from '../../services/crawl/crawl.service.js';
import { JobEvents, type CrawlEvent } from '../../services/crawl/following/job-events.js';
import { readPlace } from '../../services/crawl/following/watch-place.js';
import { WatchPlaces } from '../../services/crawl/following/watch-places.js';
import type { CrawlPresenters } from '../jobs/answers/crawl-presenters.js';
import { presentFailure } from '../jobs/answers/crawl-failure.presenter.js';
import { ownerOf, type IncomingRequest } from '../gate/api-key.guard.js';
import { KeyWatch } from '../gate/key-watch.js';
import { withBodyPaths } from '../errors/body-paths.js';
import { AnswerBytes } from '../../services/memory/answer-bytes.js';
import { StalledReaderError } from '../watch/closing.js';
import { JobFrames } from '../watch/job-frames.js';
import { EVENT_STREAM, NDJSON, streamOf } from './job-stream.js';
import { kept } from '../../model/kept.js';

/** Maximum duration of a stream; after that the key must be sent again. */
const LONGEST_MS = 24 * 60 * 60 * 1_000;

/** Parameters of a subscription. */
interface StreamRequest {
  readonly id: string;
  /** The request, which was admitted. */
  readonly request: IncomingRequest;
  /** The `Accept` header: selects server-sent events or JSON lines. */
  readonly accept: string | undefined;
  /** The `Last-Event-ID` header: where the reader stopped. */
  readonly lastEventId: string | undefined;
}

/** Jobs as streams of events, read as the WebSockets read them, and as many clients at once. */
@Injectable()
export class JobStreams implements BeforeApplicationShutdown {
  private readonly open = kept('followers', new Set<AbortController>());
  private readonly frames = new WeakMap<CrawlPresenters, JobFrames>();

  constructor(
    private readonly crawls: CrawlService,
    private readonly events: JobEvents,
    private readonly answers: AnswerBytes,
    private readonly places: WatchPlaces,
    private readonly keys: KeyWatch,
  ) {}

  /**
   * @returns null if there are no more events; the client then stops reconnecting
   * @throws NotFoundError, RateLimitedError, InvalidRequestError
   */
  async start(
    { id, request, accept = '', lastEventId = '' }: StreamRequest,
    present: CrawlPresenters,
  ): Promise<StreamableFile | null> {
    const place = await withBodyPaths({ cursor: 'Last-Event-ID' }, async () =>
      readPlace(lastEventId === '' ? 0 : lastEventId),
    );
    const owner = ownerOf(request);
    const job = await this.crawls.status(id, owner);
    if (place.isEnd && job.status !== 'running') return null;
    const stop = this.enter(request);
    const client = this.answers.client(owner);
    client.onSlow = () => stop.abort(new StalledReaderError());
    const reading = { signal: stop.signal, client };
    const events = this.events.follow(id, { ...place, isEnd: false }, reading);
    const isEventStream = /\btext\/event-stream\b/i.test(accept);
    const texts = this.texts(events, job, present, isEventStream);
    return streamOf(texts, isEventStream ? EVENT_STREAM : NDJSON, stop);
  }

  /** The server waits for every answer: these would not end by themselves. */
  beforeApplicationShutdown(): void {
    for (const stop of this.open) stop.abort();
  }

  private enter(request: IncomingRequest): AbortController {
    const leave = this.places.take(ownerOf(request));
    const stop = new AbortController();
    const unwatch = this.keys.watch(request, (error) => stop.abort(error));
    const timer = setTimeout(() => stop.abort(), LONGEST_MS).unref();
    this.open.add(stop);
    stop.signal.addEventListener('abort', () => {
      clearTimeout(timer);
      unwatch();
      this.open.delete(stop);
      leave();
    });
    return stop;
  }

  private async *texts(
    events: AsyncGenerator<CrawlEvent>,
    job: CrawlJob,
    present: CrawlPresenters,
    isEventStream: boolean,
  ): AsyncGenerator<Buffer> {
    for await (const event of events) {
      const { type, place } = event;
      const before = isEventStream ? `id: ${place}\nevent: ${type}\ndata: ` : '';
      yield Buffer.concat([
        Buffer.from(`${before}{"type":"${type}","id":"${place}","data":`),
        await this.dataOf(event, job, present),
        Buffer.from(isEventStream ? '}\n\n' : '}\n'),
      ]);
    }
  }

  private async dataOf(event: CrawlEvent, job: CrawlJob, present: CrawlPresenters): Promise<Buffer> {
    if (event.type === 'page') return this.framesOf(present).page(event.page, job);
    return Buffer.from(JSON.stringify(plainDataOf(event, present)));
  }

  private framesOf(present: CrawlPresenters): JobFrames {
    const known = this.frames.get(present) ?? new JobFrames(present);
    this.frames.set(present, known);
    return known;
  }
}

function plainDataOf(event: Exclude<CrawlEvent, { type: 'page' }>, present: CrawlPresenters): object {
  if (event.type === 'failed') return presentFailure(event.failure);
  if (event.type === 'blocked') return { url: event.url };
  return present.status(event.job);
}
