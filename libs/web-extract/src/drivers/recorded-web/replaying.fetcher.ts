import type { OnModuleInit } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { BodyTooLargeError, TooManyRedirectsError } from '../../model/errors.js';
import { redactUrl } from '../../model/redact-url.js';
import { Fetcher, type FetchRequest, type FetchResponse } from '../../ports/fetcher.port.js';
import type { AllowList } from '../../web/url/allow-list.js';
import { validateUrl, type PageUrl } from '../../web/url/validate-url.js';
import { redirectTarget } from '../http/redirect.js';
import type { RecordedResponse } from './recorded-exchange.js';
import { requestName, variantOf } from './recorded-request.js';
import { NotRecordedError, NotReplayedError, RecordingError } from './recorded-web.errors.js';
import type { Recording } from './recording.js';

const MAX_REDIRECTS = 10;
const PERMANENT: ReadonlySet<number> = new Set([301, 308]);

export interface ReplayOptions {
  readonly allowed: AllowList;
  /** Responses take as long as when they were recorded. */
  readonly timing: boolean;
  /** Size limit of bodies for requests without one. */
  readonly maxBytes: number;
}

interface Reached {
  readonly url: PageUrl;
  readonly hops: readonly { readonly url: PageUrl; readonly response: RecordedResponse }[];
  readonly response: RecordedResponse;
}

/** Answers requests from a recording. Opens no connection. */
export class ReplayingFetcher extends Fetcher implements OnModuleInit {
  constructor(
    private readonly recording: Recording,
    private readonly options: ReplayOptions,
  ) {
    super();
  }

  /** @throws RecordingError without a recording */
  async onModuleInit(): Promise<void> {
    await this.recording.load();
    if (this.recording.isEmpty)
      throw new RecordingError(
        this.recording.dir,
        'it is empty: run the test once with WebExtractTestingModule.record(dir)',
      );
  }

  async fetch(request: FetchRequest, signal?: AbortSignal): Promise<FetchResponse> {
    if (request.post !== undefined) throw new NotReplayedError(request.url);
    await this.recording.load();
    const reached = await this.follow(request, signal);
    return this.asResponse(request, reached);
  }

  private async follow(request: FetchRequest, signal?: AbortSignal): Promise<Reached> {
    const { maxRedirects = MAX_REDIRECTS } = request;
    const { allowed } = this.options;
    const hops: Reached['hops'][number][] = [];
    let hop: PageUrl = validateUrl(request.url, allowed);
    const first = hop.href;
    while (hops.length <= maxRedirects) {
      signal?.throwIfAborted();
      await request.beforeHop?.(hop.href);
      const response = await this.load(hop.href, request, signal);
      const location = response.headers.find(([name]) => name.toLowerCase() === 'location')?.[1];
      const target = redirectTarget(response.statusCode, location, hop, allowed);
      if (target === null) return { url: hop, hops, response };
      hops.push({ url: hop, response });
      hop = target;
    }
    throw new TooManyRedirectsError(first, maxRedirects);
  }

  private async load(url: string, request: FetchRequest, signal?: AbortSignal): Promise<RecordedResponse> {
    const variant = variantOf(request);
    const found = this.recording.find(url, variant);
    if (!found) throw new NotRecordedError(requestName(redactUrl(url), variant), this.recording.dir);
    if (this.options.timing) await sleep(found.durationMs, undefined, signal ? { signal } : {});
    if (found.outcome.kind === 'failure') throw found.outcome.error;
    return found.outcome;
  }

  private asResponse(request: FetchRequest, { url, hops, response }: Reached): FetchResponse {
    const { maxBytes = this.options.maxBytes, maxDocumentBytes = 0, onTooLarge = 'fail' } = request;
    const most = Math.max(maxBytes, maxDocumentBytes);
    const isCut = response.body.length > most;
    if (isCut && onTooLarge === 'fail') throw new BodyTooLargeError(url.href, most);
    const ofHost = hops.filter((hop) => hop.url.hostname === url.hostname).map((hop) => hop.response);
    const cookies = [...ofHost, response].flatMap(({ headers }) =>
      headers.filter(([name]) => /^set-cookie$/i.test(name)),
    );
    return {
      url: url.href,
      statusCode: response.statusCode,
      statusText: response.statusText,
      headers: joined(response),
      ...(request.collectHeaderPairs ? { headerPairs: response.headers } : {}),
      setCookies: cookies.map(([, value]) => value),
      body: isCut ? response.body.subarray(0, most) : response.body,
      truncated: isCut || response.isTruncated,
      attempts: hops.length + 1,
      ...(hops.length === 0
        ? {}
        : { isMovedPermanently: hops.every((hop) => PERMANENT.has(hop.response.statusCode)) }),
    };
  }
}

function joined({ headers }: RecordedResponse): Record<string, string> {
  const all = new Map<string, string>();
  for (const [name, value] of headers) {
    const known = all.get(name.toLowerCase());
    all.set(name.toLowerCase(), known === undefined ? value : `${known}, ${value}`);
  }
  return Object.fromEntries(all);
}
