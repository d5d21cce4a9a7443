import type { Conversion, ConversionRequest } from '../model/page/conversion.js';
import type { PageFormat, PageRequest } from '../model/page/page-request.js';
import { asksForWords } from '../extraction/answers/asks-for-words.js';

/** The formats that are made of a page. An extraction reads the markdown, or the HTML as it came; what is said in words the markdown. */
export function formatsToRead(request: Pick<PageRequest, 'formats' | 'extraction'>): PageFormat[] {
  const { formats = ['markdown'], extraction } = request;
  const read: PageFormat = extraction?.readFrom === 'rawHtml' ? 'rawHtml' : 'markdown';
  return [
    ...new Set<PageFormat>([
      ...formats,
      ...(extraction ? (['extraction', read] as const) : []),
      ...(asksForWords(request) ? (['markdown'] as const) : []),
    ]),
  ];
}

type FormatOptions = Pick<ConversionRequest, 'maxChunkTokens' | 'attributes' | 'highlightsFor'>;

/** What formats say besides that they are wanted. */
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

/** The formats that are absent unless they were asked for. */
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
