import type { Conversion, ConversionRequest } from '../../model/page/conversion.js';
import { chunkPage, type ChunkedPage } from './chunk-page.js';

/** What of a page is cut. */
type Cut = Pick<ChunkedPage, 'markdown' | 'headings'> & Pick<Conversion, 'metadata'>;

/** The chunks of a conversion, where they are wanted. */
export function chunksOf(
  { metadata, ...page }: Cut,
  { url, formats, maxChunkTokens }: Pick<ConversionRequest, 'url' | 'formats' | 'maxChunkTokens'>,
): Pick<Conversion, 'chunks'> {
  if (!formats.includes('chunks')) return {};
  const { title, language } = metadata;
  const options = maxChunkTokens === undefined ? {} : { maxTokens: maxChunkTokens };
  return { chunks: chunkPage({ ...page, url, title, language }, options) };
}
