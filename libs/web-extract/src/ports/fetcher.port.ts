import type { Validators } from '../model/snapshot.js';

/** One request as the pipeline asks for it. */
export interface FetchRequest {
  /** Absolute http(s) address; credentials in it are sent as Basic to that origin only. */
  readonly url: string;
  /** Whose share of the fetches this one comes out of; the host's own when absent. */
  readonly owner?: string;
  /** Sent to the origin of `headersFor` and to sites that the host lists; to others go only `SHARED_HEADERS` of them. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Address of the site that `headers` are meant for; `url` when absent, no site's when null. */
  readonly headersFor?: string | null;
  /** Sent with POST instead of asking with GET. A redirect is the answer then, never followed. */
  readonly post?: string;
  readonly mobile?: boolean;
  /** Value of `Accept-Language`, complete. */
  readonly acceptLanguage?: string;
  readonly skipTlsVerification?: boolean;
  /** Longest time in milliseconds for this request, redirects and retries included. */
  readonly timeoutMs: number;
  /** Cap of the body in bytes after decompression; the host's `limits.maxBodyBytes` when absent. */
  readonly maxBytes?: number;
  /** Cap of a body that is a document by its type or its first bytes, where that is more than `maxBytes`. */
  readonly maxDocumentBytes?: number;
  /** Over `maxBytes`: fail (default), or keep what arrived and say so in `truncated`. */
  readonly onTooLarge?: 'fail' | 'truncate';
  /** Redirects followed before the request fails; 10 when absent. */
  readonly maxRedirects?: number;
  /** Try again on connect errors, 429 and 503 within `timeoutMs`; true when absent. */
  readonly retry?: boolean;
  /** Validators of a stored response to `url`: the answer is a 304 where it has not changed. Not sent after a redirect. */
  readonly conditional?: Validators;
  /** Asked before every hop, the first included; a thrown error ends the request (robots.txt of the hop's origin). */
  readonly beforeHop?: (url: string) => Promise<void>;
  /**
   * Awaited before more than 1 MiB of a response is held, once, with the most bytes that it may take until it is returned. The rest is
   * left to the site until then; a thrown error ends the request.
   */
  readonly beforeLargeBody?: (bytes: number) => Promise<void>;
}

/** Headers of a caller that say nothing of who it is: they go to every site. */
export const SHARED_HEADERS: readonly string[] = ['accept', 'accept-language', 'user-agent'];

/** A whole response. A 404 is a response, not an error, as is a 304 to a conditional request. */
export interface FetchResponse {
  /** The address after all redirects, without credentials and fragment. */
  readonly url: string;
  readonly statusCode: number;
  readonly statusText: string;
  /** Lower-case names; repeated headers joined with `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /** The `Set-Cookie` headers of the response, and before them those of redirects at the same host, each as it was sent. */
  readonly setCookies?: readonly string[];
  /** Decompressed. */
  readonly body: Uint8Array;
  /** Size of the body as it was sent. */
  readonly receivedBytes?: number;
  /** The body was cut at `maxBytes`, or the connection ended before all of it came. */
  readonly truncated: boolean;
  /** Requests made, retries and redirects included. */
  readonly attempts: number;
}

/** Fetches addresses of the open web; the only way out of the process. */
export abstract class Fetcher {
  /**
   * Fetches one address, following redirects.
   *
   * The address policy holds for every hop at connect time, on the resolved address. `signal` ends the request at once.
   * Where fetches wait for others they do so in turns by owner: whatever one owner has under way, the fetch of another begins.
   * @throws BlockedAddressError, DnsResolutionError, TlsError, SiteError, FetchTimeoutError, TooManyRedirectsError,
   * BodyTooLargeError, UnavailableError (too many fetches wait)
   */
  abstract fetch(request: FetchRequest, signal?: AbortSignal): Promise<FetchResponse>;
}
