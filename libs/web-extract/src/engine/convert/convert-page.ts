import type { Conversion, ConversionRequest } from '../../model/conversion.js';
import { convertHtml } from './convert-html.js';

/**
 * Turns the bytes of a response into a page's content. Pure and synchronous: it runs in a worker thread, and as well
 * anywhere else.
 *
 * @throws UnsupportedContentError, ConversionFailedError, InvalidRequestError
 */
export function convertPage(request: ConversionRequest): Conversion {
  return convertHtml(new TextDecoder().decode(request.body), request);
}
