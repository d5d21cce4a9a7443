import { ConnectionError } from '../model/errors.js';
import { Fetcher } from '../ports/fetcher.port.js';
import type { FetchRequest, FetchResponse } from '../ports/fetcher.port.js';

/** Response of a fake URL. Every field is optional; the default is an empty 200. */
interface FakeResponse {
  readonly statusCode?: number;
  readonly statusText?: string;
  /** Lower-case names. @default content type `text/html; charset=utf-8` */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly truncated?: boolean;
  /** `Set-Cookie` headers. @default none */
  readonly setCookies?: readonly string[];
  /** Final URL, as if reached by redirects; `beforeHop` is called for it, too. */
  readonly url?: string;
}

/** A body, a response, a failure, or a function that returns one. */
export type FakeAnswer =
  | string
  | FakeResponse
  | Error
  | ((request: FetchRequest, signal?: AbortSignal) => FakeAnswer | Promise<FakeAnswer>);

/** A web that consists of a table of URLs. All other URLs are unreachable. */
export class FakeFetcher extends Fetcher {
  /** All requests, in order. */
  readonly requests: FetchRequest[] = [];

  constructor(private readonly answers: Readonly<Record<string, FakeAnswer>> = {}) {
    super();
  }

  async fetch(request: FetchRequest, signal?: AbortSignal): Promise<FetchResponse> {
    this.requests.push(request);
    signal?.throwIfAborted();
    await request.beforeHop?.(request.url);
    const answer = await this.answer(request, signal);
    if (answer.url !== undefined && answer.url !== request.url) await request.beforeHop?.(answer.url);
    return toResponse(request, answer);
  }

  protected answerFor(url: string): FakeAnswer {
    return this.answers[url] ?? new ConnectionError(url, 'the fake web does not have it');
  }

  private async answer(request: FetchRequest, signal?: AbortSignal): Promise<FakeResponse> {
    let answer = this.answerFor(request.url);
    while (typeof answer === 'function') answer = await answer(request, signal);
    if (answer instanceof Error) throw answer;
    return typeof answer === 'string' ? { body: answer } : answer;
  }
}

function toResponse(request: FetchRequest, answer: FakeResponse): FetchResponse {
  const { body = '', statusCode = 200 } = answer;
  return {
    url: answer.url ?? request.url,
    statusCode,
    statusText: answer.statusText ?? (statusCode === 200 ? 'OK' : ''),
    headers: { 'content-type': 'text/html; charset=utf-8', ...answer.headers },
    ...(answer.setCookies ? { setCookies: answer.setCookies } : {}),
    body: typeof body === 'string' ? new TextEncoder().encode(body) : body,
    truncated: answer.truncated ?? false,
    attempts: 1,
  };
}
