import type { ConversionRequest } from '../model/page/conversion.js';
import type { ExtractionRequest } from '../model/extraction/extraction.js';
import type { PageFormat } from '../model/formats/page-formats.js';
import type { PageRequest } from '../model/page/page-request.js';
import { needsAnswer } from '../extraction/answers/needs-answer.js';

/**
 * Returns the formats to convert a page to. An extraction requires the markdown or the raw HTML; `summary`
 * and `answer` require the markdown.
 */
export function formatsToRead(request: Pick<PageRequest, 'formats' | 'extraction' | 'track'>): PageFormat[] {
  const { formats = ['markdown'], extraction } = request;
  if (extraction?.extractor !== undefined) return formatsWithExtractor(request, extraction);
  const read: PageFormat = extraction?.readFrom === 'rawHtml' ? 'rawHtml' : 'markdown';
  return [
    ...new Set<PageFormat>([
      ...formats,
      ...(extraction ? (['extraction', read] as const) : []),
      ...(needsAnswer(request) ? (['markdown'] as const) : []),
    ]),
  ];
}

/**
 * An extractor reads the tree of the page; its fallback reads what a model reads, and so do tracked fields of their own. `auto` learns from the
 * page as sent, and compares samples with what it states.
 */
function formatsWithExtractor(
  request: Pick<PageRequest, 'formats' | 'track'>,
  { extractor, fallback }: ExtractionRequest,
): PageFormat[] {
  const { formats = ['markdown'] } = request;
  const isAuto = extractor === 'auto';
  const { fields } = request.track ?? {};
  const hasOwnFields = fields !== undefined && fields.extractor === undefined;
  const asksModel = fallback === 'model' || (isAuto && fallback === undefined) || hasOwnFields;
  return [
    ...new Set<PageFormat>([
      ...formats.filter((format) => format !== 'extraction'),
      ...(asksModel || isAuto ? (['extraction'] as const) : []),
      ...(asksModel ? (['markdown'] as const) : []),
      ...(isAuto ? (['rawHtml'] as const) : []),
      ...(needsAnswer(request) ? (['markdown'] as const) : []),
    ]),
  ];
}

type FormatOptions = Pick<ConversionRequest, 'maxChunkTokens' | 'attributes' | 'highlightsFor'>;

/** Selects the parameters of formats. */
export function formatOptions({ maxChunkTokens, attributes, highlightsFor }: FormatOptions): FormatOptions {
  return {
    ...(maxChunkTokens === undefined ? {} : { maxChunkTokens }),
    ...(attributes === undefined ? {} : { attributes }),
    ...(highlightsFor === undefined ? {} : { highlightsFor }),
  };
}
