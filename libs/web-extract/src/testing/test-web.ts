import {
  DnsResolutionError,
  ConnectionError,
  TooManyRedirectsError,
  WebExtractError,
} from '../model/errors.js';
import { FakeFetcher, type FakeAnswer } from './fake.fetcher.js';

/** A response with more than HTML. */
export interface TestResponse {
  /** @default 200 */
  readonly status?: number;
  /** Lower-case names. The default content type is HTML. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Text or bytes. */
  readonly body?: string | Uint8Array;
  /** URL of another page of the test to read instead. */
  readonly redirectTo?: string;
}

const MAX_REDIRECTS = 10;

/** Response of a URL: HTML, a status, a failure (an error of this package, or any other), or an object. */
export type TestPage = string | number | Error | TestResponse;

/**
 * The web of a test: a table of pages. A host with a page responds with 404 to all other URLs, including
 * `robots.txt` and sitemaps; other hosts do not exist.
 */
export class TestWeb extends FakeFetcher {
  private readonly pages = new Map<string, TestPage>();

  /** @param pages by URL */
  constructor(pages: Readonly<Record<string, TestPage>> = {}) {
    super();
    for (const [url, page] of Object.entries(pages)) this.put(url, page);
  }

  /** Adds or replaces a page. @throws TypeError if `url` is invalid */
  put(url: string, page: TestPage): void {
    this.pages.set(addressOf(url), page);
  }

  protected override answerFor(asked: string): FakeAnswer {
    const { url, page } = this.follow(asked);
    if (typeof page === 'string') return { url, body: page };
    if (typeof page === 'number') return { url, ...statusPage(page) };
    if (page instanceof WebExtractError) return page;
    if (page instanceof Error) return new ConnectionError(url, page.message, { cause: page });
    const { status = 200, headers, body } = page;
    return {
      url,
      ...statusPage(status),
      ...(headers ? { headers } : {}),
      ...(body === undefined ? {} : { body }),
    };
  }

  /** Resolves redirects. */
  private follow(asked: string): { readonly url: string; readonly page: TestPage } {
    let url = asked;
    for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
      const page = this.pages.get(addressOf(url)) ?? this.lackOf(url);
      const target = typeof page === 'object' && !(page instanceof Error) ? page.redirectTo : undefined;
      if (target === undefined) return { url, page };
      url = new URL(target, url).href;
    }
    return { url, page: new TooManyRedirectsError(asked, MAX_REDIRECTS) };
  }

  private lackOf(address: string): TestPage {
    const { host, hostname } = new URL(address);
    const isKnown = [...this.pages.keys()].some((known) => new URL(known).host === host);
    return isKnown ? 404 : new DnsResolutionError(hostname);
  }
}

/** Removes the fragment, which is never sent to a server. */
function addressOf(url: string): string {
  const address = new URL(url);
  address.hash = '';
  return address.href;
}

const REASONS: Readonly<Record<number, string>> = {
  200: 'OK',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  410: 'Gone',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

function statusPage(statusCode: number) {
  const statusText = REASONS[statusCode] ?? '';
  return {
    statusCode,
    statusText,
    body: statusCode === 200 ? '' : `<title>${statusCode}</title><p>${statusText}</p>`,
  };
}
