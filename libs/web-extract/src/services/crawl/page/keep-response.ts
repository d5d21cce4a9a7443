import { isUtf8 } from 'node:buffer';
import type { KeptResponse } from '../../../model/page/kept-response.js';
import type { PageRequest } from '../../../model/page/page-request.js';
import type { FetchResponse } from '../../../ports/fetcher.port.js';
import { maskHeaders } from '../../../web/headers/mask-headers.js';
import type { Visited } from './visit-result.js';

/** Longest body that is kept. The rest of a longer one is cut. */
export const MAX_KEPT_BYTES = 10 * 1024 * 1024;

/**
 * The response in its stored form.
 * @param requestHeaders headers of the caller: values that the site repeats in its headers are masked
 */
export function keepResponse(
  { statusCode, statusText, headers, headerPairs, body, truncated }: FetchResponse,
  requestHeaders: Readonly<Record<string, string>> = {},
): KeptResponse {
  const bytes = Buffer.from(body.buffer, body.byteOffset, Math.min(body.length, MAX_KEPT_BYTES));
  const encoding = isUtf8(bytes) ? 'utf8' : 'base64';
  return {
    statusCode,
    statusText,
    headers: maskHeaders(headerPairs ?? Object.entries(headers), requestHeaders),
    body: bytes.toString(encoding),
    encoding,
    ...(body.length > MAX_KEPT_BYTES
      ? { cut: 'length' as const }
      : truncated
        ? { cut: 'disconnect' as const }
        : {}),
  };
}

/** The last response of a visit: a page that is read twice is stored as it was read the second time. */
export class ReceivedResponse {
  private response: FetchResponse | null = null;

  readonly note = (response: FetchResponse): void => {
    this.response = response;
  };

  /** Stores the response with the page. */
  addTo(visited: Visited, { headers }: PageRequest): Visited {
    const { outcome } = visited;
    if (!this.response || outcome.kind !== 'page') return visited;
    const page = { ...outcome.page, response: keepResponse(this.response, headers) };
    return { ...visited, outcome: { ...outcome, page } };
  }
}
