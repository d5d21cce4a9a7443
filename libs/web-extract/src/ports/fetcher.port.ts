import type { HeaderPair } from '../model/page/kept-response.js';
import type { Validators } from '../model/snapshot.js';

/** A request of the page pipeline. */
export interface FetchRequest {
  /** Absolute http(s) URL; credentials in it are sent as Basic authentication to that origin only. */
  readonly url: string;
  /** Owner whose limit of fetches applies. @default the owner of the host */
  readonly owner?: string;
  /**
   * Sent to the origin of `headersFor` and to sites that the host lists; other sites receive only
   * `SHARED_HEADERS`.
   */
  readonly headers?: Readonly<Record<string, string>>;
  /** URL of the site that `headers` are intended for; null: none. @default `url` */
  readonly headersFor?: string | null;
  /** A response that led here: its cookies are sent, as after a redirect. */
  readonly cookiesOf?: Pick<FetchResponse, 'url' | 'setCookies'>;
  /** State of the visitor: cookies and headers by hop. */
  readonly visitor?: Visitor;
  /** Body of a POST request. A redirect is then returned as the response and not followed. */
  readonly post?: string;
  readonly mobile?: boolean;
  /** Complete value of `Accept-Language`. */
  readonly acceptLanguage?: string;
  readonly skipTlsVerification?: boolean;
  /** Timeout of the request in milliseconds, including redirects and retries. */
  readonly timeoutMs: number;
  /** Maximum size of the body in bytes after decompression. @default the host's `limits.maxBodyBytes` */
  readonly maxBytes?: number;
  /** Maximum size of a document, detected by its type or its first bytes, if larger than `maxBytes`. */
  readonly maxDocumentBytes?: number;
  /** A body larger than `maxBytes` fails the request, or is cut and marked as `truncated`. @default 'fail' */
  readonly onTooLarge?: 'fail' | 'truncate';
  /** Maximum number of redirects. @default 10 */
  readonly maxRedirects?: number;
  /** Retry after connection errors and statuses that may pass (408, 425, 429, 500, 502, 503, 504; POST: 429, 503), within `timeoutMs`. @default true */
  readonly retry?: boolean;
  /**
   * Validators of a stored response to `url`: the server responds with 304 if it has not changed. Not sent
   * after a redirect.
   */
  readonly conditional?: Validators;
  /** Also return `headerPairs`. @default false */
  readonly collectHeaderPairs?: boolean;
  /**
   * Called before every hop, including the first; an error ends the request (robots.txt of the hop's origin). Headers
   * that it returns are sent with this hop only, instead of others with their names.
   */
  readonly beforeHop?: (url: string) => Promise<HopHeaders | void>;
  /** Called with each redirect that is followed. */
  readonly onRedirect?: (redirect: FollowedRedirect) => void;
  /**
   * Awaited once before more than 1 MiB of a response is buffered, with the maximum number of bytes buffered
   * until it returns. Reading is paused until then; an error ends the request.
   */
  readonly beforeLargeBody?: (bytes: number) => Promise<void>;
  /**
   * Called with the size of each body as sent over the wire when it ends, also of those that are not returned: of redirects, of attempts that are
   * repeated and of requests that fail.
   */
  readonly onReceived?: (bytes: number) => void;
}

/** Cookies and headers of a visitor, for each hop of a request. */
export interface Visitor {
  /** True if requests of the URL carry this state, and no cookies of other responses. */
  covers(url: string): boolean;
  /** Value of `Cookie` at a covered URL; '' for none. */
  cookiesAt(url: string): string;
  /** Further headers at a covered URL. They replace those of the request. */
  headersAt(url: string): HopHeaders;
  /** Called with the `Set-Cookie` headers of each response, before the next request is sent. */
  receive(url: string, setCookies: readonly string[]): void;
}

/** Additional headers of one hop. */
export type HopHeaders = Readonly<Record<string, string>>;

/** A response that leads to another URL. */
export interface FollowedRedirect extends Pick<FetchResponse, 'url' | 'statusCode' | 'statusText'> {
  readonly headerPairs: readonly HeaderPair[];
}

/** Headers of a caller without identifying information: sent to all sites. */
export const SHARED_HEADERS: readonly string[] = ['accept', 'accept-language', 'user-agent'];

/** A complete response. A 404 is a response, not an error, and so is a 304 to a conditional request. */
export interface FetchResponse {
  /** The URL after all redirects, without credentials and fragment. */
  readonly url: string;
  readonly statusCode: number;
  readonly statusText: string;
  /** Lower-case names; repeated headers are joined with `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /** The headers in their order, with the names as sent; absent unless requested. */
  readonly headerPairs?: readonly HeaderPair[];
  /** The unmodified `Set-Cookie` headers of redirects at the same host, followed by those of the response. */
  readonly setCookies?: readonly string[];
  /** Decompressed. */
  readonly body: Uint8Array;
  /** Size of the body as sent over the wire. */
  readonly receivedBytes?: number;
  /** True if the body was cut at `maxBytes`, or the connection closed early. */
  readonly truncated: boolean;
  /** Number of requests sent, including retries and redirects. */
  readonly attempts: number;
  /** True if all redirects that led to the response are permanent (301, 308); absent without redirects. */
  readonly isMovedPermanently?: boolean;
}

/** Fetches URLs of the public web; the only outbound connection of the process. */
export abstract class Fetcher {
  /**
   * Fetches one URL and follows redirects.
   *
   * The address policy is checked for every hop at connect time, on the resolved address. `signal` aborts the
   * request immediately. Queued fetches are scheduled fairly between owners: the fetches of one owner do not
   * delay those of another.
   * @throws BlockedAddressError, DnsResolutionError, TlsError, ConnectionError, FetchTimeoutError,
   * TooManyRedirectsError, BodyTooLargeError, UnavailableError (queue full)
   */
  abstract fetch(request: FetchRequest, signal?: AbortSignal): Promise<FetchResponse>;
}
