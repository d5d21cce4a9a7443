import { parseContentType } from '../../../markup/decode/content-type.js';
import { decodeText } from '../../../markup/decode/decode-text.js';
import type { FetchResponse } from '../../../ports/fetcher.port.js';

/**
 * The Content-Type that a browser is told: HTML, whatever was said, in the encoding that its bytes were found to be in. Where nothing is
 * declared, or something that is not so, a browser would guess otherwise, and show other letters than the page as it was sent has.
 */
export function documentType({ headers, body }: Pick<FetchResponse, 'headers' | 'body'>): string {
  const { essence, charset } = parseContentType(headers['content-type'] ?? null);
  const { encoding } = decodeText(body, { charset, declaration: 'html' });
  return `${essence.includes('html') ? essence : 'text/html'}; charset=${encoding}`;
}
