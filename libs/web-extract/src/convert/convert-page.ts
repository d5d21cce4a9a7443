import type { Conversion, ConversionRequest } from '../model/page/conversion.js';
import { decodeText, type DecodedText } from '@web-extract/documents/markup/decode/decode-text.js';
import { sniffType, type SniffedType } from '@web-extract/documents/markup/decode/sniff-type.js';
import { isReadableImage } from '@web-extract/documents/pictures/image-reader.js';
import { convertText } from './documents/convert-text.js';
import { qualityWarnings } from './content/quality/quality-warnings.js';
import type { MarkdownRules } from './markdown/host-rules/markdown-rules.js';
import { searchTextOf } from './search-text/search-text.js';
import { convertHtml } from './convert-html.js';
import { StageClock } from './stage-clock.js';

/**
 * Converts the bytes of a response to page content. Runs in a worker thread, but works in any thread.
 *
 * @param rules markdown rules of the host
 * @throws UnsupportedContentError, ConversionFailedError, InvalidRequestError, DocumentEncryptedError,
 * DocumentDamagedError, DocumentTooLargeError
 */
export async function convertPage(request: ConversionRequest, rules?: MarkdownRules): Promise<Conversion> {
  const clock = new StageClock();
  const timed = { ...request, clock, ...(rules && { rules }) };
  const conversion = await (request.collectSearchText ? convertWithText(timed) : convert(timed));
  return { ...conversion, stageMs: clock.read() };
}

/** A request with the state of its stages. */
type TimedRequest = ConversionRequest & { readonly clock: StageClock; readonly rules?: MarkdownRules };

/** Adds the search text of a page without markdown. That of the others is derived from their markdown when they are indexed. */
async function convertWithText(request: TimedRequest): Promise<Conversion> {
  if (request.formats.includes('markdown')) return convert(request);
  const conversion = await convert({ ...request, formats: [...request.formats, 'markdown'] });
  return { ...conversion, markdown: null, searchText: searchTextOf(conversion) };
}

async function convert(request: TimedRequest): Promise<Conversion> {
  const type = sniffType(request.body, request.contentType);
  const isDocument = type.kind === 'document' || isReadableImage(type.mediaType, request.documents);
  if (isDocument || type.kind === 'binary') {
    // loaded only for documents, and to name other files
    const { convertDocument } = await import('./documents/convert-document.js');
    return withRemoved(withWarnings(forNoBrowser(await convertDocument(type, request)), 'document'), request);
  }
  const decoded = decodeText(request.body, { charset: type.charset, declaration: declarationOf(type) });
  const document = convertText(type, decoded.text, request);
  const page = document ? forNoBrowser(document) : convertHtml(decoded.text, withEncoding(request, decoded));
  return withRemoved(withBroken(withWarnings(isDoubtful(decoded) ? flagged(page) : page), decoded), request);
}

/** Queries of links are written in the encoding of their page. */
function withEncoding(
  request: TimedRequest,
  { encoding }: DecodedText,
): TimedRequest & { encoding?: string } {
  return /^utf-/.test(encoding) ? request : { ...request, encoding };
}

/** A response that was not HTML needs no browser. */
function forNoBrowser({ browserHint: _hint, onward: _onward, ...page }: Conversion): Conversion {
  return page;
}

function declarationOf({ kind }: SniffedType): 'html' | 'xml' | 'none' {
  return kind === 'html' || kind === 'xml' ? kind : 'none';
}

/** Returns true if the page declares an encoding that does not match its bytes. */
function isDoubtful({ certain, declared }: DecodedText): boolean {
  return !certain && declared !== null;
}

function flagged(page: Conversion): Conversion {
  if (page.quality.flags.includes('wrong-charset')) return page;
  return { ...page, quality: { ...page.quality, flags: [...page.quality.flags, 'wrong-charset'] } };
}

function withWarnings(page: Conversion, what: 'page' | 'document' = 'page'): Conversion {
  return { ...page, warnings: [...page.warnings, ...qualityWarnings(page.quality, what)] };
}

/** Reports characters that the encoding lacks. */
function withBroken(page: Conversion, { broken, encoding }: DecodedText): Conversion {
  if (broken === 0) return page;
  const warning = `${broken} ${broken === 1 ? 'character is' : 'characters are'} not valid ${encoding} and became U+FFFD`;
  return { ...page, warnings: [...page.warnings, warning] };
}

/** Adds an empty list of removed parts to results other than HTML. */
function withRemoved(page: Conversion, { formats }: ConversionRequest): Conversion {
  if (!formats.includes('quality') || page.quality.removed) return page;
  return { ...page, quality: { ...page.quality, removed: [] } };
}
