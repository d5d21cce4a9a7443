import type { Conversion, ConversionRequest } from '../../model/page/conversion.js';
import { chunkPage, type ChunkedPage } from './chunk-page.js';

/** The parts of a page that chunks are made of. */
type Cut = Pick<ChunkedPage, 'markdown' | 'headings'> & Pick<Conversion, 'metadata'>;

/** Returns the chunks of a conversion, if requested. */
export function chunksOf(
  { metadata, ...page }: Cut,
  { url, formats, maxChunkTokens }: Pick<ConversionRequest, 'url' | 'formats' | 'maxChunkTokens'>,
): Pick<Conversion, 'chunks'> {
  if (!formats.includes('chunks')) return {};
  const { title, language } = metadata;
  const options = maxChunkTokens === undefined ? {} : { maxTokens: maxChunkTokens };
  return { chunks: chunkPage({ ...page, url, title, language }, options) };
}
