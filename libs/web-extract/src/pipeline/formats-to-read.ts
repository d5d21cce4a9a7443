import type { ConversionRequest } from '../model/page/conversion.js';
import type { PageFormat } from '../model/formats/page-formats.js';
import type { PageRequest } from '../model/page/page-request.js';
import { needsAnswer } from '../extraction/answers/needs-answer.js';

/**
 * Returns the formats to convert a page to. An extraction requires the markdown or the raw HTML; `summary`
 * and `answer` require the markdown.
 */
export function formatsToRead(request: Pick<PageRequest, 'formats' | 'extraction'>): PageFormat[] {
  const { formats = ['markdown'], extraction } = request;
  const read: PageFormat = extraction?.readFrom === 'rawHtml' ? 'rawHtml' : 'markdown';
  return [
    ...new Set<PageFormat>([
      ...formats,
      ...(extraction ? (['extraction', read] as const) : []),
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
