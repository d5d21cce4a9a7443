import type { Conversion, ConversionRequest } from '../model/page/conversion.js';
import type { PageFormat, PageRequest } from '../model/page/page-request.js';
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

type FurtherFormats = Pick<
  Conversion,
  'images' | 'attributes' | 'chunks' | 'highlights' | 'documentPages' | 'product' | 'schemaOrg'
>;

/** Selects the formats that are absent unless requested. */
export function furtherFormats({
  images,
  attributes,
  chunks,
  highlights,
  documentPages,
  product,
  schemaOrg,
}: Conversion): FurtherFormats {
  return {
    ...(images === undefined ? {} : { images }),
    ...(attributes === undefined ? {} : { attributes }),
    ...(chunks === undefined ? {} : { chunks }),
    ...(highlights === undefined ? {} : { highlights }),
    ...(documentPages === undefined ? {} : { documentPages }),
    ...(product === undefined ? {} : { product }),
    ...(schemaOrg === undefined ? {} : { schemaOrg }),
  };
}
