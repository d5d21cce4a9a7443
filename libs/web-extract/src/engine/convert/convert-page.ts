import type { Conversion, ConversionRequest } from '../../model/conversion.js';
import { decodeText, type DecodedText } from '../decode/decode-text.js';
import { sniffType, type SniffedType } from '../decode/sniff-type.js';
import { convertDocument, convertFile } from '../documents/convert-document.js';
import { qualityWarnings } from '../content/quality-warnings.js';
import { convertHtml } from './convert-html.js';

/**
 * Turns the bytes of a response into a page's content. Pure and synchronous: it runs in a worker thread, and as well
 * anywhere else.
 *
 * @throws UnsupportedContentError, ConversionFailedError, InvalidRequestError
 */
export function convertPage(request: ConversionRequest): Conversion {
  const type = sniffType(request.body, request.contentType);
  const file = convertFile(type, request);
  if (file) return file;
  const decoded = decodeText(request.body, { charset: type.charset, declaration: declarationOf(type) });
  const page = convertDocument(type, decoded.text, request) ?? convertHtml(decoded.text, request);
  return withWarnings(isDoubtful(decoded) ? flagged(page) : page);
}

function declarationOf({ kind }: SniffedType): 'html' | 'xml' | 'none' {
  return kind === 'html' || kind === 'xml' ? kind : 'none';
}

/** The page names an encoding that its bytes are not in. */
function isDoubtful({ certain, declared }: DecodedText): boolean {
  return !certain && declared !== null;
}

function flagged(page: Conversion): Conversion {
  if (page.quality.flags.includes('wrong-charset')) return page;
  return { ...page, quality: { ...page.quality, flags: [...page.quality.flags, 'wrong-charset'] } };
}

function withWarnings(page: Conversion): Conversion {
  return { ...page, warnings: [...page.warnings, ...qualityWarnings(page.quality)] };
}
