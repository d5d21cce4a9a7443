import { parseContentType } from '@web-extract/documents/markup/decode/content-type.js';
import { decodeText } from '@web-extract/documents/markup/decode/decode-text.js';
import type { FetchResponse } from '../../../ports/fetcher.port.js';

/**
 * The Content-Type sent to the browser: HTML in the detected encoding, regardless of the response header. With a
 * missing or wrong
 * declaration the browser would choose another encoding and show other characters.
 */
export function documentType({ headers, body }: Pick<FetchResponse, 'headers' | 'body'>): string {
  const { essence, charset } = parseContentType(headers['content-type'] ?? null);
  const { encoding } = decodeText(body, { charset, declaration: 'html' });
  return `${essence.includes('html') ? essence : 'text/html'}; charset=${encoding}`;
}
