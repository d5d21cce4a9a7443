import type { OnApplicationShutdown } from '@nestjs/common';
import { WebExtractError, type WebExtractErrorCode } from '../../model/errors.js';
import {
  Fetcher,
  type FetchRequest,
  type FetchResponse,
  type FollowedRedirect,
} from '../../ports/fetcher.port.js';
import type { AllowList } from '../../web/url/allow-list.js';
import { validateUrl } from '../../web/url/validate-url.js';
import { maskBody, maskHeaders } from '../../web/headers/mask-headers.js';
import { recordOf, recordOfFailure, type RecordedTarget } from './recorded-exchange.js';
import { requestName, variantOf } from './recorded-request.js';
import { NotRecordedError } from './recorded-web.errors.js';
import type { Recording } from './recording.js';
import type { ReplayingFetcher } from './replaying.fetcher.js';

/** Failures that are the answer of a site. A timeout is none: the next attempt may succeed. */
const RECORDED_FAILURES: ReadonlySet<WebExtractErrorCode> = new Set([
  'SCRAPE_DNS_RESOLUTION_ERROR',
  'SCRAPE_SSL_ERROR',
  'SCRAPE_SITE_ERROR',
]);

/** A fetcher that holds connections. */
type LiveFetcher = Fetcher & OnApplicationShutdown;

/** Sends each request once and records its response. Repeated requests are answered from the recording. */
export class RecordingFetcher extends Fetcher implements OnApplicationShutdown {
  private readonly running = new Map<string, Promise<void>>();

  constructor(
    private readonly live: LiveFetcher,
    private readonly recording: Recording,
    private readonly replay: ReplayingFetcher,
    private readonly allowed: AllowList,
  ) {
    super();
  }

  async fetch(request: FetchRequest, signal?: AbortSignal): Promise<FetchResponse> {
    if (request.post !== undefined) return this.live.fetch(request, signal);
    const { href, authorization } = validateUrl(request.url, this.allowed);
    const name = requestName(href, variantOf(request));
    while (this.running.has(name)) await this.running.get(name);
    try {
      return await this.replay.fetch(request, signal);
    } catch (error) {
      if (!(error instanceof NotRecordedError)) throw error;
    }
    const fetching = this.fetchLive(request, authorization, signal);
    this.running.set(
      name,
      fetching.then(ignore, ignore).finally(() => this.running.delete(name)),
    );
    return fetching;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.live.onApplicationShutdown();
    await this.recording.close();
  }

  private async fetchLive(
    { conditional: _, ...request }: FetchRequest,
    authorization: string | null,
    signal?: AbortSignal,
  ): Promise<FetchResponse> {
    const secrets = { ...(authorization === null ? {} : { authorization }), ...request.headers };
    const exchange = new Exchange(request, secrets, this.recording);
    try {
      const response = await this.live.fetch(
        { ...request, ...exchange.hooks, collectHeaderPairs: true },
        signal,
      );
      await exchange.received(response);
      return response;
    } catch (error) {
      await exchange.failed(error);
      throw error;
    }
  }
}

/** Records one request with its redirects. */
class Exchange {
  private readonly startedAt = performance.now();
  private readonly redirects: FollowedRedirect[] = [];
  private url = '';
  private isRefused = false;

  constructor(
    private readonly request: FetchRequest,
    /** Headers whose values are masked. */
    private readonly secrets: Readonly<Record<string, string>>,
    private readonly recording: Recording,
  ) {}

  readonly hooks: Pick<FetchRequest, 'beforeHop' | 'onRedirect'> = {
    beforeHop: async (url) => {
      this.url = url;
      this.isRefused = true;
      const headers = await this.request.beforeHop?.(url);
      this.isRefused = false;
      return headers;
    },
    onRedirect: (redirect) => void this.redirects.push(redirect),
  };

  async received({
    url,
    statusCode,
    statusText,
    headerPairs = [],
    body,
    truncated,
  }: FetchResponse): Promise<void> {
    await this.addRedirects();
    const masked = maskBody(Buffer.from(body.buffer, body.byteOffset, body.length), this.secrets);
    const headers = maskHeaders(headerPairs, this.secrets);
    await this.recording.add(
      recordOf(this.targetOf(url), { statusCode, statusText, headers, body: masked, isTruncated: truncated }),
    );
  }

  async failed(error: unknown): Promise<void> {
    await this.addRedirects();
    if (this.isRefused || !(error instanceof WebExtractError) || !RECORDED_FAILURES.has(error.code)) return;
    if (this.url !== '') await this.recording.add(recordOfFailure(this.targetOf(this.url), error));
  }

  private async addRedirects(): Promise<void> {
    for (const { url, statusCode, statusText, headerPairs } of this.redirects.splice(0)) {
      const headers = maskHeaders(headerPairs, this.secrets);
      const response = { statusCode, statusText, headers, body: Buffer.alloc(0), isTruncated: false };
      await this.recording.add(recordOf({ ...this.targetOf(url), durationMs: 0 }, response));
    }
  }

  private targetOf(url: string): RecordedTarget {
    return { url, variant: variantOf(this.request), durationMs: performance.now() - this.startedAt };
  }
}

const ignore = (): void => {};
