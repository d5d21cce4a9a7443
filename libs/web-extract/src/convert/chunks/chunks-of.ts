import type { Chunk } from '../../model/page/chunk.js';
import type { Conversion, ConversionRequest } from '../../model/page/conversion.js';
import { chunkPage, type ChunkedPage } from './chunk-page.js';

/** The parts of a page that chunks are made of. */
type Cut = Pick<ChunkedPage, 'markdown' | 'headings'> & Pick<Conversion, 'metadata'>;

/** Returns the chunks of a conversion. */
export function chunksOf(
  { metadata, ...page }: Cut,
  { url, maxChunkTokens }: Pick<ConversionRequest, 'url' | 'maxChunkTokens'>,
): Chunk[] {
  const { title, language } = metadata;
  const options = maxChunkTokens === undefined ? {} : { maxTokens: maxChunkTokens };
  return chunkPage({ ...page, url, title, language }, options);
}
